import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '../ui/theme.css';
import { App } from './app.tsx';
import { applyColours } from './colours.ts';
import { hearFocus } from './hear-focus.ts';

applyColours();
hearFocus();

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root to render into');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
