import { Alert } from '@mantine/core';
import type { ReactNode } from 'react';

/** The reason of a refusal beside the control that caused it; empty without a refusal. */
export const Refusal = ({ error }: { error: Error | null | undefined }): ReactNode =>
  error ? (
    <Alert color="vermelho" role="alert" w="100%">
      {error.message}
    </Alert>
  ) : null;
