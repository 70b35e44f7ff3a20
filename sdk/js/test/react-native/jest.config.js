const { join } = require("node:path");

const modules = join(__dirname, "node_modules");

/** The sources of the package as Metro would load them; React and React Native are those installed here, not the workspace's. */
module.exports = {
  preset: "@react-native/jest-preset",
  testMatch: ["**/*.test.tsx"],
  transform: { "\\.(js|jsx|ts|tsx)$": ["babel-jest", { configFile: join(__dirname, "babel.config.js") }] },
  moduleNameMapper: {
    "^react($|/.*)": `${modules}/react/$1`,
    "^drawbridge-gate/react-native$": join(__dirname, "..", "..", "react-native", "index.ts"),
  },
  // The first test compiles React Native.
  testTimeout: 180_000,
};
