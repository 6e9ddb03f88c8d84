import { ActionIcon, Button, Group, Modal, Text, UnstyledButton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useBlocker, useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { Refusal } from '../../ui/feedback/refusal.tsx';
import { useFormats } from '../../ui/format/formats.ts';
import { Icon } from '../../ui/icons.tsx';
import { useTexts } from '../../ui/texts.ts';
import { kinds, type Choice, type ResultKind } from './choice.ts';
import { ChoiceRow } from './choice-row.tsx';
import { ChoicePreview } from './preview.tsx';
import styles from './search.module.css';
import { texts, type SearchTexts } from './texts.ts';
import { useSearch, type SearchedStore, type SearchView } from './use-search.ts';

/** The search over everything of a store (AUT18). */
export function SearchDialog({ store, onClose }: { store: SearchedStore; onClose: () => void }): ReactNode {
  const t = useTexts(texts);
  const isPhone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  // "Back" closes the search before it leaves the page.
  useBlocker({
    shouldBlockFn: ({ action }) => {
      if (action === 'BACK') onClose();
      return action === 'BACK';
    },
    enableBeforeUnload: false,
  });
  return (
    <Modal.Root
      opened
      onClose={onClose}
      size={880}
      padding={0}
      yOffset={isPhone ? 0 : 72}
      fullScreen={isPhone}
      centered={false}
    >
      <Modal.Overlay />
      <Modal.Content aria-label={t.everywhere} radius={isPhone ? 0 : 12}>
        <Modal.Body p={0}>
          <SearchBox store={store} onClose={onClose} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

function SearchBox({ store, onClose }: { store: SearchedStore; onClose: () => void }): ReactNode {
  const t = useTexts(texts);
  const router = useRouter();
  const listId = useId();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [kind, setKind] = useState<ResultKind>();
  const [picked, setPicked] = useState<string>();
  const view = useSearch(store, typed, kind);
  const choices = view.groups.flatMap(({ choices }) => choices);
  const selected = choices.find(({ id }) => id === picked) ?? choices[0];
  const hrefOf = ({ to }: Choice): string => router.history.createHref(`/panel${to}`);
  const open = (choice: Choice, inNewTab = false): void => {
    if (inNewTab) return void window.open(hrefOf(choice), '_blank', 'noopener');
    onClose();
    router.history.push(`/panel${choice.to}`);
  };
  const openWhenFound = useOpenWhenFound(view.isPending, () => selected && open(selected));
  const pick = (choice: Choice): void => {
    setPicked(choice.id);
    document.getElementById(`${listId}-${choice.id}`)?.scrollIntoView({ block: 'nearest' });
  };
  const clear = (): void => {
    setTyped('');
    setPicked(undefined);
    setKind(undefined);
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by !== undefined && selected) {
      pick(choices[(choices.indexOf(selected) + by + choices.length) % choices.length]!);
    } else if (event.key === 'Enter') {
      if (view.isPending) openWhenFound();
      else if (selected) open(selected, event.metaKey || event.ctrlKey);
    } else if (event.key === 'Escape' && typed !== '') {
      event.stopPropagation();
      clear();
    } else return;
    event.preventDefault();
  };
  const isNothing = typed.trim() !== '' && !view.isPending && choices.length === 0 && !view.query.error;
  return (
    <div className={styles['dialog']}>
      <SearchField
        {...{ store, typed, field, listId, onKeyDown, onClose }}
        active={selected && `${listId}-${selected.id}`}
        onType={(text) => {
          setTyped(text);
          setPicked(undefined);
        }}
      />
      {!isNothing && (
        <Kinds
          kind={kind}
          counts={typed.trim() === '' ? undefined : view.counts}
          mayPeople={store.may.includes('seeShoppers')}
          onPick={(one) => {
            setKind(one);
            setPicked(undefined);
            field.current?.focus();
          }}
        />
      )}
      <div className={styles['body']} data-preview={selected ? '' : undefined}>
        {isNothing ? (
          <Nothing {...{ typed, store, clear, view }} onMake={() => open(makeLinkOf(store))} />
        ) : (
          <Choices {...{ view, listId, typed, store, hrefOf, open }} selected={selected} onPoint={pick} />
        )}
        {selected && !isNothing && (
          <ChoicePreview
            key={selected.id}
            choice={selected}
            store={store}
            href={hrefOf(selected)}
            onOpen={() => open(selected)}
          />
        )}
      </div>
      <Keys said={saidOf(view, typed, choices.length, t)} />
    </div>
  );
}

/** Opens the first result when Enter was pressed before it arrived. Returns what Enter does. */
function useOpenWhenFound(isPending: boolean, open: () => void): () => void {
  const isWanted = useRef(false);
  const openNow = useEffectEvent(open);
  useEffect(() => {
    if (isPending || !isWanted.current) return;
    isWanted.current = false;
    openNow();
  }, [isPending]);
  return () => void (isWanted.current = true);
}

const makeLinkOf = ({ storeId }: SearchedStore): Choice => ({
  id: 'make-link',
  to: `/${storeId}/checkouts/new`,
  icon: 'link',
  title: '',
  detail: '',
  subject: { kind: 'actions' },
});

function saidOf({ isPending, counts }: SearchView, typed: string, length: number, t: SearchTexts): string {
  if (typed.trim() === '') return t.covers;
  if (isPending) return t.searching;
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return length === 0 ? t.none : t.found(String(total));
}

type SearchFieldProps = {
  store: SearchedStore;
  typed: string;
  field: React.RefObject<HTMLInputElement | null>;
  listId: string;
  active: string | undefined;
  onType: (text: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onClose: () => void;
};

function SearchField({ store, typed, field, listId, active, onType, onKeyDown, onClose }: SearchFieldProps): ReactNode {
  const t = useTexts(texts);
  const isPhone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  const hint = isPhone ? t.shortHint : t.hint;
  return (
    <div className={styles['field']}>
      <Icon name="search" size={20} />
      <input
        ref={field}
        data-autofocus
        type="text"
        role="combobox"
        aria-label={t.everywhere}
        aria-expanded={active !== undefined}
        aria-controls={active && listId}
        aria-autocomplete="list"
        aria-activedescendant={active}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="go"
        maxLength={200}
        placeholder={store.may.includes('seeShoppers') ? hint : t.hintWithoutPeople}
        value={typed}
        onChange={({ currentTarget }) => onType(currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <kbd className="key">Esc</kbd>
      <ActionIcon hiddenFrom="sm" variant="subtle" color="gray" size={44} aria-label={t.close} onClick={onClose}>
        <Icon name="cross" />
      </ActionIcon>
    </div>
  );
}

type KindsProps = {
  kind: ResultKind | undefined;
  counts: SearchView['counts'] | undefined;
  mayPeople: boolean;
  onPick: (kind: ResultKind | undefined) => void;
};

/** The kinds of results as buttons, each with its number of results. */
function Kinds({ kind, counts, mayPeople, onPick }: KindsProps): ReactNode {
  const t = useTexts(texts);
  const total = counts && Object.values(counts).reduce((sum, count) => sum + count, 0);
  const offered = kinds.filter((one) => one !== 'actions' && (mayPeople || one !== 'people'));
  const button = (one: ResultKind | undefined, label: string, count: number | undefined): ReactNode => (
    <UnstyledButton
      key={label}
      aria-pressed={kind === one}
      data-empty={count === 0 ? '' : undefined}
      onClick={() => onPick(one)}
    >
      {label}
      {count !== undefined && <span>{count >= 20 && one !== undefined ? `${count}+` : count}</span>}
    </UnstyledButton>
  );
  return (
    <div className={styles['kinds']} role="group" aria-label={t.kinds}>
      {button(undefined, t.everything, total)}
      {offered.map((one) => button(one, t[one], counts && (counts[one] ?? 0)))}
    </div>
  );
}

type ChoicesProps = {
  view: SearchView;
  listId: string;
  typed: string;
  store: SearchedStore;
  selected: Choice | undefined;
  hrefOf: (choice: Choice) => string;
  open: (choice: Choice, inNewTab?: boolean) => void;
  onPoint: (choice: Choice) => void;
};

function Choices({ view, listId, typed, store, selected, hrefOf, open, onPoint }: ChoicesProps): ReactNode {
  const t = useTexts(texts);
  const { ago } = useFormats(store.timeZone);
  return (
    <div
      className={styles['list']}
      role="listbox"
      id={listId}
      aria-label={t.results}
      aria-busy={view.isPending || undefined}
    >
      {view.query.error && <Refusal error={view.query.error} />}
      {view.groups.map(({ name, choices, total }) => (
        <div key={name} role="group" aria-label={t[name]}>
          <div className={styles['heading']} aria-hidden>
            {t[name]}
            {total > choices.length && ` · ${choices.length} / ${total >= 20 ? '20+' : total}`}
          </div>
          {choices.map((choice) => {
            const at = view.seenAt.get(choice.id);
            return (
              <ChoiceRow
                key={choice.id}
                choice={choice}
                id={`${listId}-${choice.id}`}
                href={hrefOf(choice)}
                search={typed}
                isSelected={choice === selected}
                end={at === undefined ? undefined : ago(at)}
                onPoint={() => onPoint(choice)}
                onOpen={(inNewTab) => open(choice, inNewTab)}
              />
            );
          })}
        </div>
      ))}
    </div>
  );
}

type NothingProps = {
  typed: string;
  store: SearchedStore;
  view: SearchView;
  clear: () => void;
  onMake: () => void;
};

/** Nothing was found: what was looked for, and a hint. */
function Nothing({ typed, store, view, clear, onMake }: NothingProps): ReactNode {
  const t = useTexts(texts);
  const isNumber = /^#?\d+$/.test(typed.trim());
  const hint = isNumber && view.newestNumber !== null ? t.newest(t.order(view.newestNumber)) : t.spelling;
  return (
    <div className={styles['none']}>
      <span className={styles['tile']}>
        <Icon name="search" />
      </span>
      <Text fw={500} style={{ overflowWrap: 'anywhere' }}>
        {t.noneWith(typed.trim())}
      </Text>
      <Text size="sm" c="dimmed" maw={400}>
        {hint}
      </Text>
      <Group gap="xs" mt="xs" justify="center">
        <Button size="sm" variant="default" onClick={clear}>
          {t.clearSearch}
        </Button>
        {store.may.includes('changeOrders') && (
          <Button size="sm" variant="default" onClick={onMake}>
            {t.makeLink}
          </Button>
        )}
      </Group>
    </div>
  );
}

/** The keys of the search, and what it found. */
function Keys({ said }: { said: string }): ReactNode {
  const t = useTexts(texts);
  const isMac = /mac|iphone|ipad/i.test(navigator.platform);
  const keys: [string[], string][] = [
    [['↑', '↓'], t.choose],
    [['↵'], t.open],
    [[isMac ? '⌘' : 'Ctrl', '↵'], t.newTab],
    [['Tab'], t.filter],
  ];
  return (
    <div className={styles['keys']}>
      {keys.map(([names, label]) => (
        <span key={label}>
          {names.map((name) => (
            <kbd key={name} className="key">
              {name}
            </kbd>
          ))}
          {label}
        </span>
      ))}
      <span className={styles['said']} role="status">
        {said}
      </span>
    </div>
  );
}
