import { preloadOverlays } from '@fairlead/ui';
import { createRoot } from 'react-dom/client';
import './app.css';
import { followSession } from '../data/query.ts';
import { App } from './App.tsx';
import { followTheme } from './theme.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no root');
followTheme();
followSession();
createRoot(root).render(<App />);
// Dialogs are needed soon, but by no first paint.
void preloadOverlays().catch(() => undefined);
