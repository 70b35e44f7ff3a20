/** A manifest as a team keeps it: 200 lines with comments, in several styles. */
const windows = Array.from({ length: 22 }, (_, index) =>
  index % 2 === 0
    ? `  # Night ${index}: agreed with support.
  night-${index}: { start: "2027-0${1 + (index % 9)}-04T02:00", zone: Europe/Rome, duration: 90m } # ask before moving
`
    : `
  night-${index}: # release train ${index}
    instances: [eu-${index}]
    start: "2027-0${1 + (index % 9)}-11T23:00" # after the batch
    zone: 'UTC'
    duration: PT2H # two hours
    message:
      # The legal text.
      en: "Back at {end_time}."
`,
);
const instances = Array.from({ length: 32 }, (_, index) =>
  index % 3 === 0
    ? `  eu-${index}: {name: "Europe ${index}"} # rack ${index}\n`
    : `  # Customer ${index}\n  eu-${index}:\n    name: Europe ${index} # as on the bill\n`,
);

export const commentedManifest = `# yaml-language-server: $schema=manifest.schema.json
# The shop. Owner: team market.
apiVersion: drawbridge/v1
project: acme
name: Acme # as in the stores

# English first: the default.
languages: [en, de]
reminder: 1d # support asked for a day
ttl: 60s

stores:
  apple: https://apps.apple.com/app/id1 # the new account
  # Play
  android: 'https://play.google.com/store/apps/details?id=com.acme'

messages:
  # Texts of the legal team.
  upgrade:
    en: Please update the app.
    de: |
      Bitte aktualisieren Sie
      die App.
  maintenance: {en: "Back soon."} # short on purpose
titles:
  upgrade: {en: Update required} # the same everywhere

platforms:
  # Ticket SHOP-12: why 2.4
  ios:
    minimum: "2.4.0" # SHOP-12

    recommended: '2.6.0'
    blocked:
      - "2.5.0" # crash at start
      # loses orders
      - ">=2.5.3 <2.5.5"
      - "2.5.9"
  android: { minimum: "2.0.0", blocked: ["2.1.0", "2.2.0"] } # one line
  web:
    store: none # no store
    minimum: "1.0.0"

instances:
${instances.join("")}
windows:
${windows.join("")}# The end.
`;
