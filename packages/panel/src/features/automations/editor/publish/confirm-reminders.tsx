import { Alert, Button, Checkbox, List, Stack, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { Icon } from '../../../../ui/icons.tsx';
import { useTexts } from '../../../../ui/texts.ts';
import { useFlowDocument } from '../state/flow-document.ts';
import { paidReminders, type Problem } from '../problems/problems.ts';
import { texts } from './texts.ts';

type Confirmation = {
  /** The section of the sheet; nothing if no reminder can reach a contact who has paid. */
  section: ReactNode;
  /** Returns whether publishing may continue; if not, the section shows what is missing. */
  check: () => boolean;
};

/** Asks the member to confirm reminders that can reach a contact who has paid (EDT4), and offers to fix them. */
export function useConfirmReminders(
  problems: readonly Problem[],
  applyFix: (problems: readonly Problem[]) => void,
): Confirmation {
  const [isConfirmed, setConfirmed] = useState(false);
  const [isMissing, setMissing] = useState(false);
  const reminders = paidReminders(problems);
  const check = (): boolean => {
    const isFine = reminders.length === 0 || isConfirmed;
    setMissing(!isFine);
    return isFine;
  };
  const section = reminders.length > 0 && (
    <PaidReminders
      reminders={reminders}
      isConfirmed={isConfirmed}
      isMissing={isMissing && !isConfirmed}
      onConfirm={setConfirmed}
      onFix={() => applyFix(reminders)}
    />
  );
  return { section, check };
}

type PaidRemindersProps = {
  reminders: readonly Problem[];
  isConfirmed: boolean;
  isMissing: boolean;
  onConfirm: (isConfirmed: boolean) => void;
  onFix: () => void;
};

function PaidReminders({ reminders, isConfirmed, isMissing, onConfirm, onFix }: PaidRemindersProps): ReactNode {
  const t = useTexts(texts);
  const { locked } = useFlowDocument();
  return (
    <Alert color="ambar" icon={<Icon name="warning" />} title={t.remindsPayers}>
      <Stack gap="sm" align="flex-start">
        <List listStyleType="none" spacing={4} styles={{ itemWrapper: { display: 'block' } }}>
          {reminders.map(({ key, stepName, message }) => (
            <List.Item key={key}>
              <Text span fw={500}>
                {stepName}
              </Text>
              <Text size="sm">{message}</Text>
            </List.Item>
          ))}
        </List>
        {!locked && (
          <Button size="xs" onClick={onFix}>
            {t.stopOnPayment}
          </Button>
        )}
        <Checkbox
          label={t.remindAnyway}
          checked={isConfirmed}
          error={isMissing && t.confirmFirst}
          onChange={(event) => onConfirm(event.currentTarget.checked)}
        />
      </Stack>
    </Alert>
  );
}
