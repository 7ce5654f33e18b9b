import { createHash } from 'node:crypto';
import { securityHeaderValues } from '#api/http/guards.ts';

/** The theme's colours, by day and by night: its own style sheet cannot be served yet. */
const LOOK = `
      :root { color-scheme: light dark; }
      body {
        display: grid;
        min-height: 100vh;
        margin: 0;
        place-content: center;
        padding: 1.5rem;
        box-sizing: border-box;
        background: light-dark(#f4f3ee, #111714);
        color: light-dark(#17211c, #eef2ec);
        font: 1rem/1.6 Overpass, ui-sans-serif, system-ui, sans-serif;
      }
      main {
        max-width: 28rem;
        border-radius: 1.125rem;
        padding: 2rem;
        background: light-dark(#0a5c46, #0b5541);
        color: #ffffff;
      }
      h1 { margin: 0; font-size: 1.75rem; line-height: 1.15; font-weight: 800; }
      p { margin: 0.75rem 0 0; color: #d3e8de; }
    `;

/** A person who opens the portal too early is let in as soon as it is there. */
export const STARTING_PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>RigWorth is starting</title>
    <style>${LOOK}</style>
  </head>
  <body>
    <main>
      <h1>RigWorth is starting</h1>
      <p>This page opens the portal as soon as it is there.</p>
    </main>
  </body>
</html>
`;

/** This one style sheet may stand in a page, by what it says; no other, and no script. */
const styleHash = createHash('sha256').update(LOOK).digest('base64');

export const STARTING_HEADERS: Readonly<Record<string, string>> = {
  ...securityHeaderValues({ styleSrc: [`'sha256-${styleHash}'`] }),
  'Content-Type': 'text/html; charset=utf-8',
  Refresh: '2',
};
