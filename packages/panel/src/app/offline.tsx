import { Box } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Failure } from '../ui/feedback/loaded.tsx';

/** Shown instead of a page that failed to load: the service is down, it refused, or there is a defect. */
export const NoAnswer = ({ error, reset }: ErrorComponentProps): ReactNode => (
  <Box p="xl" maw={560} mx="auto">
    <Failure error={error instanceof Error ? error : new Error(String(error))} retry={reset} />
  </Box>
);
