import { useMemo, useState, type ReactNode } from 'react';
import { ExampleContext, type Chosen } from './example.ts';

/** Keeps the choice while the editor is open, whichever step is looked at. */
export function ExampleProvider({ children }: { children: ReactNode }): ReactNode {
  const [chosen, choose] = useState<Chosen>('complete');
  const around = useMemo(() => ({ chosen, choose }), [chosen]);
  return <ExampleContext value={around}>{children}</ExampleContext>;
}
