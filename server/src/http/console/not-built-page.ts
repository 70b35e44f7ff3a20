/** What stands in the place of the console while there is none: how to get it. Plain, since it is all that works then. */

/** Seconds after which a browser looks again. */
export const lookAgain = 3;

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
    <p>The server builds it when it starts, which takes some seconds: this page looks again by itself.</p>
    <p>If it stays like this, the server has said why where it was started. To build it by hand, in Drawbridge's directory:</p>
    <pre>npm ci &amp;&amp; npm run build</pre>
    <p>Nothing else needs the console: apps are answered, and the command line can do all that the console can.</p>
  </body>
</html>
`;
