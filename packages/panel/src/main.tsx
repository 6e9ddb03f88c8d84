import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './app/panel.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { copyWithoutClipboard } from './app/copy-without-clipboard.ts';
import { Panel } from './app/panel.tsx';
import { reloadWhenReplaced } from './app/reload-when-replaced.ts';
import { tolerateTranslation } from './app/tolerate-translation.ts';
import { cleanPastes } from './ui/format/clean-pastes.ts';
import { closeMenusFirst } from './ui/format/escape.ts';

reloadWhenReplaced();
tolerateTranslation();
copyWithoutClipboard();
closeMenusFirst();
cleanPastes();

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <Panel />
  </StrictMode>,
);
