import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { queryClient } from '../api/query.ts';
import { LocaleProvider } from '../ui/locale.tsx';
import { theme, variables } from '../ui/theme.ts';
import { Guarded } from '../ui/feedback/guarded.tsx';
import { IdentityDialog } from './identity-dialog.tsx';
import { router } from './router.tsx';

/** The panel: the providers that every page uses, and the pages. */
export const Panel = (): ReactNode => (
  <LocaleProvider>
    <MantineProvider theme={theme} cssVariablesResolver={variables} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        <Notifications position="bottom-center" containerWidth={440} />
        <IdentityDialog />
        <Guarded>
          <RouterProvider router={router} />
        </Guarded>
      </QueryClientProvider>
    </MantineProvider>
  </LocaleProvider>
);
