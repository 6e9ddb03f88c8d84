import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import './columns.css';

/** The main column of a page and a side column, which moves below it on narrow screens. */
export const Columns = ({ main, aside }: { main: ReactNode; aside: ReactNode }): ReactNode => (
  <div className="columns">
    <Stack>{main}</Stack>
    <Stack>{aside}</Stack>
  </div>
);
