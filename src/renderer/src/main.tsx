import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { z } from 'zod';
import { App } from './app.tsx';
import { followAppearance } from './appearance.ts';
import { keepConnected } from './connection.ts';
import { followDesktopApp } from './desktop-app.ts';
import { isSharedCaptions, toRoute } from './route.ts';
import './styles/app.css';

// The content security policy forbids the code that zod would compile at run time.
z.config({ jitless: true });

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root.');

followAppearance();
if (!isSharedCaptions(toRoute(location.pathname))) {
  void keepConnected();
  followDesktopApp();
}
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
