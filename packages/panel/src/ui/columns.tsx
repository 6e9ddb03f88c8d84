import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import './columns.css';

/** What a page is about, and beside it what belongs to it; below it where there is no room. */
export const Columns = ({ main, aside }: { main: ReactNode; aside: ReactNode }): ReactNode => (
  <div className="columns">
    <Stack>{main}</Stack>
    <Stack>{aside}</Stack>
  </div>
);
