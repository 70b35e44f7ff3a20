// A reference, and nothing that sends: what is tried out belongs to a terminal, where its token is.
const withoutSending = () => ({
  wrapComponents: {
    authorizeBtn: () => () => null,
    authorizeOperationBtn: () => () => null,
    ServersContainer: () => () => null,
  },
});

SwaggerUIBundle({
  url: "/openapi.json",
  dom_id: "#docs",
  plugins: [withoutSending],
  deepLinking: true,
  docExpansion: "list",
  defaultModelsExpandDepth: 0,
  defaultModelExpandDepth: 3,
  filter: true,
  supportedSubmitMethods: [],
  // The badge of a validator elsewhere would tell it this address.
  validatorUrl: null,
});
