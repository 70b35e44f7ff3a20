/** Page in place of the console while it is not built: explains how to build it. Plain HTML, since no asset exists yet. */

/** Seconds after which a browser reloads the page. */
export const reloadAfterSeconds = 3;

export const notBuiltPage = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>The console is not built – Drawbridge</title>
  </head>
  <body>
    <h1>The console is not built yet</h1>
    <p>The server builds it when it starts, which takes a few seconds. This page reloads automatically.</p>
    <p>If this page stays, the output of the server has the reason. To build the console yourself, in Drawbridge's directory:</p>
    <pre>npm ci &amp;&amp; npm run build</pre>
    <p>Nothing else depends on it: apps are answered, and the command line can do everything that the console can.</p>
  </body>
</html>
`;
