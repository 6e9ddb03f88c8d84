import { Skeleton } from '@mantine/core';
import { lazy, Suspense, type ReactNode } from 'react';
import type { AnyStepForm } from './any-step-form.tsx';

/** Loads the chunk of the form; also called early to prefetch it. */
export const loadStepForm = async (): Promise<{ default: typeof AnyStepForm }> => ({
  default: (await import('./any-step-form.tsx')).AnyStepForm,
});

const Form = lazy(loadStepForm);

/** The form of any step, or of the trigger (`trigger-0`). It reads and changes the document of the editor. */
export const StepForm = ({ stepId }: { stepId: string }): ReactNode => (
  <Suspense fallback={<Skeleton h={240} />}>
    <Form stepId={stepId} />
  </Suspense>
);
