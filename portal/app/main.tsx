import './no-eval.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '../ui/theme.css';
import { App } from './app.tsx';
import { applyColours } from './colours.ts';

applyColours();

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root to render into');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
