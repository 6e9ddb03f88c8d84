import { ActionIcon, Button, Fieldset, Group, Input, Select, Stack, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { inOrder } from '../../../../../preview/pair-in-order.ts';
import type { Content } from '../../../../../preview/content.ts';
import { Icon } from '../../../../../ui/icons.tsx';
import { useTexts } from '../../../../../ui/texts.ts';
import { MetatagText } from '../text/metatag-text.tsx';
import type { StepAccess } from '../use-step.ts';
import { newButton, readButtons, writeButtons, type ButtonRow } from './button-rows.ts';
import { whatsappTexts } from './texts.ts';

/** The buttons of a message, or the options of its list. */
export function ButtonFields({ data, access }: { data: Content; access: StepAccess }): ReactNode {
  const t = useTexts(whatsappTexts);
  const isList = data['type'] === 'button-list';
  const rows = readButtons(data);
  const put = (rows: readonly ButtonRow[], field?: string): void =>
    access.change(writeButtons(data, rows), field === undefined ? {} : { field });
  const error = access.problem('data.buttonActions') ?? access.problem('data.buttonList.buttons');
  return (
    <Input.Wrapper label={isList ? t.answers : t.buttons} labelElement="div" error={error}>
      <Stack gap="xs">
        {inOrder(rows, (row, index) => (
          <ButtonField
            row={row}
            number={index + 1}
            access={access}
            data={data}
            onChange={(next, field) => put(rows.with(index, next), `button ${index} ${field}`)}
            onRemove={() => put(rows.toSpliced(index, 1))}
          />
        ))}
        {!access.isLocked && (
          <Button
            variant="subtle"
            size="sm"
            w="fit-content"
            leftSection={<Icon name="plus" size={16} />}
            onClick={() =>
              put([...rows, newButton(rows, isList ? 'ANSWER' : 'URL', isList ? t.newAnswer : t.newButton)])
            }
          >
            {isList ? t.addAnswer(rows.length) : t.addButton(rows.length)}
          </Button>
        )}
      </Stack>
    </Input.Wrapper>
  );
}

type FieldProps = {
  row: ButtonRow;
  number: number;
  data: Content;
  access: StepAccess;
  onChange: (row: ButtonRow, field: string) => void;
  onRemove: () => void;
};

function ButtonField({ row, number, data, access, onChange, onRemove }: FieldProps): ReactNode {
  const t = useTexts(whatsappTexts);
  const isAnswer = row.type === 'ANSWER';
  const path = Array.isArray(data['buttonActions'])
    ? `data.buttonActions[${number - 1}]`
    : `data.choices[${number - 1}]`;
  return (
    <Fieldset legend={isAnswer ? t.answer(number) : t.button(number)} p="xs" radius="md">
      <Stack gap="xs">
        <Group gap="xs" wrap="nowrap" align="flex-start">
          <div style={{ flex: 1, minWidth: 0 }}>
            <MetatagText
              label={isAnswer ? t.answerLabel(number) : t.label(number)}
              value={row.label}
              onChange={(label) => onChange({ ...row, label }, 'label')}
              kind="choice"
              readOnly={access.isLocked}
              error={access.problem(`${path}.label`)}
            />
          </div>
          {!access.isLocked && (
            <ActionIcon variant="subtle" color="gray" size={36} aria-label={t.remove(row.label)} onClick={onRemove}>
              <Icon name="trash" size={16} />
            </ActionIcon>
          )}
        </Group>
        {!isAnswer && <Target row={row} number={number} path={path} access={access} onChange={onChange} />}
      </Stack>
    </Fieldset>
  );
}

type TargetProps = Pick<FieldProps, 'row' | 'number' | 'access' | 'onChange'> & { path: string };

/** The target of a button: an address or a phone call. */
function Target({ row, number, path, access, onChange }: TargetProps): ReactNode {
  const t = useTexts(whatsappTexts);
  return (
    <>
      <Select
        label={t.kind(number)}
        data={[
          { value: 'URL', label: t.opens },
          { value: 'CALL', label: t.calls },
        ]}
        value={row.type}
        allowDeselect={false}
        disabled={access.isLocked}
        onChange={(type) => onChange({ ...row, type: type === 'CALL' ? 'CALL' : 'URL' }, 'type')}
      />
      {row.type === 'CALL' ? (
        <TextInput
          label={t.phone(number)}
          value={row.phone}
          inputMode="tel"
          readOnly={access.isLocked}
          error={access.problem(`${path}.phone`)}
          onChange={({ currentTarget }) => onChange({ ...row, phone: currentTarget.value }, 'phone')}
        />
      ) : (
        <MetatagText
          label={t.url(number)}
          value={row.url}
          onChange={(url) => onChange({ ...row, url }, 'url')}
          kind="url"
          placeholder="https://"
          readOnly={access.isLocked}
          error={access.problem(`${path}.url`) ?? access.problem(path)}
        />
      )}
    </>
  );
}
