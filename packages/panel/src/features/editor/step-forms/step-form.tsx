import { Skeleton } from '@mantine/core';
import { lazy, Suspense, type ReactNode } from 'react';
import type { AnyStepForm } from './any-step-form.tsx';

/** Prefetches the form before it is opened. */
export const loadStepForm = async (): Promise<{ default: typeof AnyStepForm }> => ({
  default: (await import('./any-step-form.tsx')).AnyStepForm,
});

const Form = lazy(loadStepForm);

/** The form of any kind of step, or of the trigger (`trigger-0`): it reads the document around and writes through it. */
export const StepForm = ({ stepId }: { stepId: string }): ReactNode => (
  <Suspense fallback={<Skeleton h={240} />}>
    <Form stepId={stepId} />
  </Suspense>
);
