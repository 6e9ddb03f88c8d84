import { Box } from '@mantine/core';
import { Component, type ReactNode } from 'react';
import { Failure } from './loaded.tsx';

type GuardedProps = {
  /** A new value renders the part again after an error. */
  resetKey?: unknown;
  children: ReactNode;
};

type GuardedState = { error: Error | undefined; resetKey: unknown };

/** An error boundary for one part of a page: an error in it replaces only that part. */
export class Guarded extends Component<GuardedProps, GuardedState> {
  override state: GuardedState = { error: undefined, resetKey: this.props.resetKey };

  static getDerivedStateFromError(error: unknown): Pick<GuardedState, 'error'> {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  static getDerivedStateFromProps({ resetKey }: GuardedProps, state: GuardedState): GuardedState | null {
    return resetKey === state.resetKey ? null : { error: undefined, resetKey };
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
