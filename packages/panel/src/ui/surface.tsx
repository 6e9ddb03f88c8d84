import { Paper, type PaperProps } from '@mantine/core';
import type { ComponentPropsWithoutRef, ReactNode } from 'react';

type SurfaceProps = PaperProps & Omit<ComponentPropsWithoutRef<'div'>, keyof PaperProps> & { component?: 'section' };

/** The surface of a page's contents: a card with a border and no shadow. A `section` where it has a name of its own. */
export const Surface = ({ component, ...props }: SurfaceProps): ReactNode => (
  <Paper withBorder radius="lg" p="md" bg="var(--retoma-surface)" {...(component && { component })} {...props} />
);
