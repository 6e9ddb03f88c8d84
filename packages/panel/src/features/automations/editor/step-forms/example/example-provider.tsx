import { useMemo, useState, type ReactNode } from 'react';
import { ExampleContext, type PickedExample } from './example.ts';

/** Stores the picked example for all steps while the editor is open. */
export function ExampleProvider({ children }: { children: ReactNode }): ReactNode {
  const [picked, choose] = useState<PickedExample>('complete');
  const context = useMemo(() => ({ picked, choose }), [picked]);
  return <ExampleContext value={context}>{children}</ExampleContext>;
}
