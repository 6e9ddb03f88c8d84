import { Alert, Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon } from '../../../../../ui/icons.tsx';
import { useLocale } from '../../../../../ui/locale.tsx';
import { useTexts } from '../../../../../ui/texts.ts';
import { describeEmailIssue, type EmailIssue } from './issue-text.ts';
import { emailTexts } from './texts.ts';

type LineProps = { issue: EmailIssue; onGo?: (() => void) | undefined; onSwap?: (() => void) | undefined };

/** An issue of an e-mail and its line. `onGo` jumps to the line, `onSwap` fixes the issue. */
export function IssueLine({ issue, onGo, onSwap }: LineProps): ReactNode {
  const t = useTexts(emailTexts);
  const { locale } = useLocale();
  const position = issue.place && t.at(issue.place.line);
  return (
    <Alert color="vermelho" variant="light" icon={<Icon name="warning" />} p="xs" role="alert">
      <Group gap="xs">
        <Text size="sm">
          {position}
          {describeEmailIssue(issue, t, locale)}
        </Text>
        {onGo && issue.place && (
          <Button size="compact-xs" variant="default" onClick={onGo}>
            {t.at(issue.place.line).replace(': ', '')}
          </Button>
        )}
        {onSwap && issue.suggestion !== null && (
          <Button size="compact-xs" onClick={onSwap}>
            {t.swap}
          </Button>
        )}
      </Group>
    </Alert>
  );
}
