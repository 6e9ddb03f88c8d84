import { useState, type ReactNode } from 'react';
import type { PageRequest } from '../../api/query.ts';
import { useApiMutation } from '../../api/query.ts';
import { notifySuccess } from '../feedback/notify.ts';
import { saveFile } from '../save-file.ts';
import { useTexts } from '../texts.ts';
import { PersonDialog } from './person-dialog.tsx';
import type { ListedPerson, PeopleList } from './people-list.ts';
import { texts } from './texts.ts';

type Contact = PageRequest<'POST /panel/api/stores/:storeId/people/find'>['body'];

/** The action that a member wants: on whom is chosen in the dialog. */
export type PersonAction = 'export' | 'erase';

/**
 * COM8: exports or erases what the store has of people: `ask` lists those whom a contact may mean, the dialog lets the member choose. `dialog`
 * is to be shown; `error`: why the last call was refused.
 */
export function usePersonData({ onErased }: { onErased?: () => void } = {}): {
  ask: (action: PersonAction, contact: Contact) => void;
  asking: PersonAction | null;
  error: Error | null;
  dialog: ReactNode;
} {
  const t = useTexts(texts);
  const [action, setAction] = useState<PersonAction>('export');
  const [list, setList] = useState<PeopleList | null>(null);
  const close = (): void => setList(null);
  const find = useApiMutation('POST /panel/api/stores/:storeId/people/find', {
    onSuccess: (found) => (found.people.length === 0 ? notifySuccess(t.unknown) : setList(found)),
  });
  const download = useApiMutation('POST /panel/api/stores/:storeId/people/export', {
    done: t.saved,
    onSuccess: ({ data }) => saveFile('dados.json', JSON.stringify(data, null, 2)),
    onSettled: close,
  });
  const erase = useApiMutation('POST /panel/api/stores/:storeId/people/erase', {
    onSuccess: ({ finished }) => {
      notifySuccess(finished ? t.done : t.unfinished);
      if (finished) onErased?.();
    },
    onSettled: close,
  });
  const ask = (next: PersonAction, contact: Contact): void => {
    for (const mutation of [find, download, erase]) mutation.reset();
    setAction(next);
    find.mutate({ body: contact });
  };
  const carryOut = (chosen: readonly ListedPerson[]): void => {
    const people = chosen.map(({ email, phone, document }) => ({ email, phone, document }));
    (action === 'export' ? download : erase).mutate({ body: { people } });
  };
  return {
    ask,
    asking: find.isPending ? action : null,
    error: find.error ?? download.error ?? erase.error,
    dialog: list && (
      <PersonDialog
        action={action}
        list={list}
        isBusy={download.isPending || erase.isPending}
        onClose={close}
        onConfirm={carryOut}
      />
    ),
  };
}
