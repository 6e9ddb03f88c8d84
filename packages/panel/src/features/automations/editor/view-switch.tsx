import type { ReactNode } from 'react';
import { useTexts } from '../../../ui/texts.ts';
import { texts } from './texts.ts';
import styles from './view-switch.module.css';
import { views, type View } from './views.ts';

/** Switches the view. Made of plain elements: the control of the UI kit would measure its labels before the diagram is drawn. */
export function ViewSwitch({ view, onView }: { view: View; onView: (view: View) => void }): ReactNode {
  const t = useTexts(texts);
  return (
    <div role="radiogroup" aria-label={t.views} className={styles.switch}>
      {views.map((one) => (
        <label key={one} className={styles.view} data-view={one}>
          <input type="radio" name="view" checked={one === view} onChange={() => onView(one)} />
          <span>{t[one]}</span>
        </label>
      ))}
    </div>
  );
}
