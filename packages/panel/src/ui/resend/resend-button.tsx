import { Button, type ButtonProps } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { lazy, Suspense, type ReactNode } from 'react';
import { Icon } from '../icons.tsx';
import '../rows.css';
import { useTexts } from '../texts.ts';
import { useStore } from '../use-store.ts';
import { texts, type MessageReference } from './texts.ts';

const ResendDialog = lazy(() => import('./resend-dialog.tsx').then((module) => ({ default: module.ResendDialog })));

type ResendButtonProps = {
  of: MessageReference;
  /** Whom the button names to screen readers, where a list has several. */
  about?: string;
} & Pick<ButtonProps, 'size' | 'variant'>;

/** Sends one message again, after a dialog that says what that does (RUN21). Nothing for members who may not. */
export function ResendButton({ of, about, size = 'xs', variant = 'default' }: ResendButtonProps): ReactNode {
  const t = useTexts(texts);
  const { can } = useStore();
  const [isOpen, dialog] = useDisclosure();
  if (!can('operateRuns')) return null;
  return (
    <>
      <Button
        className="over-row"
        flex="none"
        size={size}
        variant={variant}
        leftSection={<Icon name="loop" size={14} />}
        onClick={dialog.open}
        {...(about !== undefined && { 'aria-label': `${t.resend}: ${about}` })}
      >
        {t.resend}
      </Button>
      {isOpen && (
        <Suspense>
          <ResendDialog of={of} close={dialog.close} />
        </Suspense>
      )}
    </>
  );
}

/** Whether a list offers to send a message again: it left, or a fault kept it. One that was not sent on purpose has no button. */
export const isResendable = (state: string): boolean =>
  ['sent', 'delivered', 'read', 'failed', 'unknown'].includes(state);
