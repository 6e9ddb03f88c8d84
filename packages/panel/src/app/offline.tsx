import { Box } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Failure } from '../ui/feedback/loaded.tsx';

/** A page that could not be begun: the service is away, it refused, or there is a defect. */
export const NoAnswer = ({ error, reset }: ErrorComponentProps): ReactNode => (
  <Box p="xl" maw={560} mx="auto">
    <Failure error={error instanceof Error ? error : new Error(String(error))} retry={reset} />
  </Box>
);
