import { useCallbackRef } from '@mantine/hooks';
import { useTexts } from '../../../../ui/texts.ts';
import { useMe } from '../../../../ui/use-store.ts';
import type { RemoteDraft } from './send-draft.ts';
import { texts } from './texts.ts';

/** Returns a function that names who saved a draft: `Você, em outra janela,` for the own user. */
export function useAuthorOf(): (remote: RemoteDraft) => string {
  const t = useTexts(texts);
  const own = useMe()?.user.email;
  return useCallbackRef(({ by }: RemoteDraft) => (by === null ? t.unknownAuthor : by === own ? t.yourself : by));
}
