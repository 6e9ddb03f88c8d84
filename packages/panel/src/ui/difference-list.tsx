import { Badge, Group, List, Stack, Text, UnstyledButton } from '@mantine/core';
import { describeMember, differencesBetween, readableFlow, walkFlow, type Difference, type Flow } from '@retoma/flow';
import { useMemo, type ReactNode } from 'react';
import { useLocale, type Locale } from './locale.tsx';
import { defineTexts, useTexts } from './texts.ts';
import { withLabels } from './with-labels.ts';

const texts = defineTexts(
  {
    none: 'Nada mudou.',
    added: '+ Novo',
    removed: '− Removido',
    moved: '↕ Movido',
    changed: '~ Alterado',
    from: (from: string, to: string) => `De ${from} para ${to}`,
    empty: 'vazio',
    before: 'Antes',
    after: 'Depois',
  },
  {
    none: 'Nothing changed.',
    added: '+ New',
    removed: '− Removed',
    moved: '↕ Moved',
    changed: '~ Changed',
    from: (from, to) => `From ${from} to ${to}`,
    empty: 'empty',
    before: 'Before',
    after: 'After',
  },
);

const tones = { added: 'verde', removed: 'vermelho', moved: 'petroleo', changed: 'ambar' } as const;

type DifferenceListProps = {
  before: Flow;
  after: Flow;
  /** Makes the steps buttons; called with the step's id. */
  onPick?: (id: string) => void;
};

/** The differences between two definitions, of any JSON, in words and by step. */
export function DifferenceList({ onPick, ...rest }: DifferenceListProps): ReactNode {
  const [before, after] = [readableFlow(rest.before), readableFlow(rest.after)];
  const t = useTexts(texts);
  const { locale } = useLocale();
  const differences = useMemo(() => differencesBetween(before, after, locale), [before, after, locale]);
  const branches = useMemo(() => branchNames(before, after), [before, after]);
  if (differences.length === 0) return <Text c="dimmed">{t.none}</Text>;
  return (
    <List
      listStyleType="none"
      spacing="sm"
      styles={{ itemWrapper: { display: 'block' }, itemLabel: { width: '100%' } }}
    >
      {differences.map((difference) => (
        <List.Item key={`${difference.kind} ${difference.id}`}>
          <DifferenceRow difference={difference} branches={branches} {...(onPick && { onPick })} />
        </List.Item>
      ))}
    </List>
  );
}

/** Labels of branches by their id, for display instead of the id. */
const branchNames = (...flows: Flow[]): ReadonlyMap<string, string> =>
  new Map(
    flows.flatMap((flow) =>
      [...walkFlow(flow)].flatMap(({ step }) =>
        step.type === 'condition'
          ? (step.branches ?? []).map(({ id, label }): [string, string] => [id, label ?? ''])
          : [],
      ),
    ),
  );

/** The label of a member, preceded by the branch's label if it belongs to a branch. */
function memberName(member: string, label: string, branches: ReadonlyMap<string, string>, locale: Locale): string {
  const [, branch, inside] = /^branches\[(.+)\]\.(.+)$/.exec(member) ?? [];
  if (branch === undefined || inside === undefined) return label;
  const name = branches.get(branch);
  return [name, describeMember(inside, locale)].filter(Boolean).join(': ');
}

type DifferenceRowProps = {
  difference: Difference;
  branches: ReadonlyMap<string, string>;
  onPick?: (id: string) => void;
};

function DifferenceRow({ difference, branches, onPick }: DifferenceRowProps): ReactNode {
  const { locale } = useLocale();
  const t = useTexts(texts);
  const { kind, id, step } = difference;
  const name = (
    <Text fw={500} style={{ overflowWrap: 'anywhere' }} {...(kind === 'removed' && { td: 'line-through' })}>
      {withLabels(step, locale)}
    </Text>
  );
  return (
    <Stack gap={4}>
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <Badge variant="light" color={tones[kind]} tt="none" style={{ flexShrink: 0 }}>
          {t[kind]}
        </Badge>
        {onPick && kind !== 'removed' ? <UnstyledButton onClick={() => onPick(id)}>{name}</UnstyledButton> : name}
      </Group>
      {kind === 'changed' ? (
        difference.members.map(({ member, label, ...values }) => (
          <Member key={member} label={memberName(member, label, branches, locale)} {...values} />
        ))
      ) : (
        <Text size="sm" c="dimmed">
          {kind === 'moved' ? t.from(difference.from, difference.to) : difference.where}
        </Text>
      )}
    </Stack>
  );
}

const shades = {
  before:
    'light-dark(var(--mantine-color-vermelho-0), color-mix(in srgb, var(--mantine-color-vermelho-8) 35%, transparent))',
  after: 'light-dark(var(--mantine-color-verde-0), color-mix(in srgb, var(--mantine-color-verde-8) 35%, transparent))',
};

function Member({ label, before, after }: { label: string; before: string | null; after: string | null }): ReactNode {
  const t = useTexts(texts);
  const { locale } = useLocale();
  const cell = (which: 'before' | 'after', value: string | null): ReactNode =>
    value !== null && (
      <Text
        component={which === 'before' ? 'del' : 'ins'}
        display="block"
        size="sm"
        px="xs"
        py={4}
        aria-label={`${t[which]}: ${withLabels(value, locale)}`}
        style={{
          background: shades[which],
          borderRadius: 6,
          whiteSpace: 'pre-wrap',
          overflowWrap: 'anywhere',
          ...(which === 'after' && { textDecoration: 'none' }),
        }}
      >
        {which === 'before' ? '− ' : '+ '}
        {shortened(withLabels(value, locale)) || t.empty}
      </Text>
    );
  return (
    <Stack gap={2}>
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      {cell('before', before)}
      {cell('after', after)}
    </Stack>
  );
}

/** Shortens a long text, so that a whole e-mail does not hide the rest of the list. */
const shortened = (text: string): string => (text.length > 600 ? `${text.slice(0, 599)}…` : text);
