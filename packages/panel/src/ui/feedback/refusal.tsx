import { Alert } from '@mantine/core';
import type { ReactNode } from 'react';

/** Why what somebody asked for was not done, beside where they asked; nothing where nothing was refused. */
export const Refusal = ({ error }: { error: Error | null | undefined }): ReactNode =>
  error ? (
    <Alert color="vermelho" role="alert" w="100%">
      {error.message}
    </Alert>
  ) : null;
