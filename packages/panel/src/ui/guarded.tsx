import { Box } from '@mantine/core';
import { Component, type ReactNode } from 'react';
import { Failure } from './loaded.tsx';

type GuardedProps = {
  /** Another one tries again what is inside. */
  resetKey?: unknown;
  children: ReactNode;
};

/** Keeps a defect of one part to that part: what is around goes on, and in its place stands the number of the error. */
export class Guarded extends Component<GuardedProps, { error: Error | undefined }> {
  override state: { error: Error | undefined } = { error: undefined };

  static getDerivedStateFromError(error: unknown): { error: Error } {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override componentDidUpdate({ resetKey }: GuardedProps): void {
    if (this.state.error && resetKey !== this.props.resetKey) this.setState({ error: undefined });
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (!error) return this.props.children;
    return (
      <Box p="md" flex={1} miw={0} maw={560}>
        <Failure error={error} retry={() => this.setState({ error: undefined })} />
      </Box>
    );
  }
}
