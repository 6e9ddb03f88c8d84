import type { ReactNode } from 'react';
import { useEditor } from '../state/use-editor.ts';
import styles from './canvas.module.css';

/** The effect of the last edit, for screen readers. */
export const Announcement = (): ReactNode => (
  <div role="status" className={styles.announcement}>
    {useEditor((state) => state.announcement)}
  </div>
);
