import { Paper, type PaperProps } from '@mantine/core';
import type { ComponentPropsWithoutRef, ReactNode } from 'react';

type SurfaceProps = PaperProps & Omit<ComponentPropsWithoutRef<'div'>, keyof PaperProps> & { component?: 'section' };

/** A card for page content, with a border and no shadow. Use `component="section"` for a card with its own label. */
export const Surface = ({ component, ...props }: SurfaceProps): ReactNode => (
  <Paper withBorder radius="lg" p="md" bg="var(--retoma-surface)" {...(component && { component })} {...props} />
);
