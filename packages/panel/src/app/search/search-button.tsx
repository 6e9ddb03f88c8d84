import { ActionIcon, Text, UnstyledButton } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react';
import { shortcutOf } from '../../ui/format/shortcut.ts';
import { Icon } from '../../ui/icons.tsx';
import { defineTexts, useTexts } from '../../ui/texts.ts';
import type { useMe } from '../../ui/use-store.ts';
import { noteSeen } from './seen.ts';

const SearchDialog = lazy(() => import('./search-dialog.tsx').then(({ SearchDialog }) => ({ default: SearchDialog })));

type Store = NonNullable<ReturnType<typeof useMe>>['stores'][number];

const texts = defineTexts({ search: 'Buscar' }, { search: 'Search' });

/**
 * The search of a store, which Ctrl+K or ⌘K opens on every page except the editor, where these keys go to a step. Returns what opens it, and
 * the dialog.
 */
export function useSearchDialog(store: Store | undefined, isEditor: boolean): { open: () => void; dialog: ReactNode } {
  const [isOpen, setOpen] = useState(false);
  const isOffered = store !== undefined && !store.needsSecondFactor && !isEditor;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const { key, isCtrl, isAlt } = shortcutOf(event);
      if (!isOffered || !isCtrl || isAlt || key.toLowerCase() !== 'k') return;
      event.preventDefault();
      setOpen((before) => !before);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [isOffered]);
  const address = useLocation({ select: ({ pathname, searchStr }) => pathname + searchStr });
  useEffect(() => {
    if (store && address.includes(store.storeId)) noteSeen(store.storeId, address, Date.now());
  }, [store, address]);
  return {
    open: () => setOpen(true),
    dialog: isOpen && isOffered && (
      <Suspense>
        <SearchDialog store={store} onClose={() => setOpen(false)} />
      </Suspense>
    ),
  };
}

/** Opens the search, beside the sections. */
export function SearchField({ onOpen }: { onOpen: () => void }): ReactNode {
  const t = useTexts(texts);
  const isMac = /mac|iphone|ipad/i.test(navigator.platform);
  return (
    <UnstyledButton
      className="search-field"
      visibleFrom="sm"
      mt="xs"
      onClick={onOpen}
      aria-keyshortcuts="Control+K Meta+K"
    >
      <Icon name="search" />
      <Text span size="sm" flex={1}>
        {t.search}
      </Text>
      <kbd className="key" aria-hidden>
        {isMac ? '⌘K' : 'Ctrl K'}
      </kbd>
    </UnstyledButton>
  );
}

/** Opens the search, in the phone's header. */
export function SearchIcon({ onOpen }: { onOpen: () => void }): ReactNode {
  const t = useTexts(texts);
  return (
    <ActionIcon variant="subtle" color="gray" size={44} ml="auto" aria-label={t.search} onClick={onOpen}>
      <Icon name="search" size={22} />
    </ActionIcon>
  );
}
