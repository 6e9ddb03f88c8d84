import { useState } from 'react';
import { Refused, type ApiResponse } from '../../api/call.ts';
import { useApiMutation } from '../../api/query.ts';
import { notifyError } from '../feedback/notify.ts';
import { useTexts } from '../texts.ts';
import { texts } from './texts.ts';

/** The settings of a store. */
export type StoreSettings = ApiResponse<'GET /panel/api/stores/:storeId/settings'>['settings'];

type Change = Partial<Omit<StoreSettings, 'demo' | 'live'>>;

/** The values of a settings page, with functions to show, change and save them. */
export type StoreForm = {
  values: StoreSettings;
  set: (change: Change) => void;
  isChanged: (member: keyof StoreSettings) => boolean;
  isWrong: (member: keyof StoreSettings) => boolean;
  bar: { isDirty: boolean; isSaving: boolean; onSave: () => void; onDiscard: () => void };
};

/** The settings that a page changes and saves together. */
export function useStoreForm(saved: StoreSettings): StoreForm {
  const t = useTexts(texts);
  const [change, setChange] = useState<Change>({});
  const [wrong, setWrong] = useState<readonly string[]>([]);
  const real = Object.fromEntries(
    Object.entries(change).filter(
      ([member, value]) => JSON.stringify(saved[member as keyof StoreSettings]) !== JSON.stringify(value),
    ),
  ) as Change;
  const clear = (): void => {
    setChange({});
    setWrong([]);
  };
  const save = useApiMutation('POST /panel/api/stores/:storeId/settings', {
    done: t.saved,
    onSuccess: clear,
    onError: (error) => {
      setWrong(membersIn(error));
      notifyError(error);
    },
  });
  const onSave = (): void => save.mutate({ body: real });
  return {
    values: { ...saved, ...change },
    set: (more) => {
      setChange((before) => ({ ...before, ...more }));
      setWrong((before) => before.filter((member) => !(member in more)));
    },
    isChanged: (member) => member in change,
    isWrong: (member) => wrong.includes(member),
    bar: { isDirty: Object.keys(real).length > 0, isSaving: save.isPending, onSave, onDiscard: clear },
  };
}

/** The members that the service rejected. */
const membersIn = (error: Error): readonly string[] =>
  error instanceof Refused ? ((error.details as { members?: string[] } | undefined)?.members ?? []) : [];
