const { join } = require("node:path");

const modules = join(__dirname, "node_modules");

/** Samples find the package of the release, React and React Native here, and not in the workspace. */
module.exports = {
  preset: "@react-native/jest-preset",
  testMatch: ["**/*.test.tsx"],
  transform: { "\\.(js|jsx|ts|tsx)$": ["babel-jest", { configFile: join(__dirname, "babel.config.js") }] },
  modulePaths: [modules],
  moduleNameMapper: {
    "^react($|/.*)": `${modules}/react/$1`,
  },
  // The first test compiles React Native.
  testTimeout: 180_000,
};
