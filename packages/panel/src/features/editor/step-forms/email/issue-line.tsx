import { Alert, Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon } from '../../../../ui/icons.tsx';
import { useLocale } from '../../../../ui/locale.tsx';
import { useTexts } from '../../../../ui/texts.ts';
import { describeEmailIssue, type EmailIssue } from './issue-text.ts';
import { emailTexts } from './texts.ts';

type LineProps = { fault: EmailIssue; onGo?: (() => void) | undefined; onSwap?: (() => void) | undefined };

/** What is wrong with an e-mail and at which line; `onGo` leads there, `onSwap` mends it. */
export function IssueLine({ fault, onGo, onSwap }: LineProps): ReactNode {
  const t = useTexts(emailTexts);
  const { locale } = useLocale();
  const place = fault.place && t.at(fault.place.line);
  return (
    <Alert color="vermelho" variant="light" icon={<Icon name="warning" />} p="xs" role="alert">
      <Group gap="xs">
        <Text size="sm">
          {place}
          {describeEmailIssue(fault, t, locale)}
        </Text>
        {onGo && fault.place && (
          <Button size="compact-xs" variant="default" onClick={onGo}>
            {t.at(fault.place.line).replace(': ', '')}
          </Button>
        )}
        {onSwap && fault.meant !== null && (
          <Button size="compact-xs" onClick={onSwap}>
            {t.swap}
          </Button>
        )}
      </Group>
    </Alert>
  );
}
