import { Alert, Button, ColorInput, ColorSwatch, Group, Stack } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';
import { call } from '../../../api/call.ts';
import { useApiQuery } from '../../../api/query.ts';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { MediaField } from '../../../ui/media-field.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { useStore } from '../../../ui/use-store.ts';
import { SaveBar } from '../../../ui/settings-frame/save-bar.tsx';
import { Topic } from '../../../ui/settings-frame/topic.tsx';
import { useStoreForm, type StoreForm, type StoreSettings } from '../../../ui/settings-frame/use-store-form.ts';
import { PagePreview, type PreviewState } from './page-preview.tsx';
import { Shape } from './shape.tsx';
import { texts } from './texts.ts';

/** The appearance of the payment page, with a preview of the page. */
export function AppearanceSection(): ReactNode {
  const query = useApiQuery('GET /panel/api/stores/:storeId/settings', {});
  return <Loaded query={query}>{({ settings }) => <Appearance saved={settings} />}</Loaded>;
}

/** The colour of a page whose store has none; style.css of the payment page has it too. */
const usualAccent = '#00687d';

const colour = /^#[0-9a-f]{6}$/i;

/** The colour if it is complete, else null. */
const colourIn = ({ accent }: StoreSettings): string | null =>
  accent !== null && colour.test(accent) ? accent.toLowerCase() : null;

function Appearance({ saved }: { saved: StoreSettings }): ReactNode {
  const t = useTexts(texts);
  const { storeId } = useStore();
  const form = useStoreForm(saved);
  const { values, set, isWrong, bar } = form;
  const [state, setState] = useState<PreviewState>('pix');
  const accent = colourIn(values);
  // The preview is rendered after a pause in typing.
  const { logoUrl, corners, returnsText, privacyText } = values;
  const looks = useMemo(
    () => ({ accent, logoUrl, corners, returnsText, privacyText }),
    [accent, logoUrl, corners, returnsText, privacyText],
  );
  const [debounced] = useDebouncedValue(looks, 250);
  const ask = { params: { storeId }, body: { ...debounced, state } };
  const preview = useQuery({
    queryKey: ['preview of the payment page', ask],
    queryFn: ({ signal }) => call('POST /panel/api/stores/:storeId/appearance/preview', ask, signal),
    placeholderData: (before) => before,
  });
  return (
    <Stack gap={32}>
      <Topic title={t.brand} help={t.brandHelp}>
        <MediaField
          label={t.logo}
          description={t.logoHint}
          value={values.logoUrl ?? ''}
          error={isWrong('logoUrl') && t.logoHint}
          onChange={(url) => set({ logoUrl: url === '' ? null : url })}
        />
        <Accent form={form} ink={debounced.accent === accent ? (preview.data?.ink ?? null) : null} />
      </Topic>
      <Shape form={form} />
      <PagePreview html={preview.data?.html} state={state} onState={setState} />
      <SaveBar {...bar} />
    </Stack>
  );
}

/** The brand colour. `ink`: the colour that links get instead; null until the service returns it. */
function Accent({ form: { values, set, isWrong }, ink }: { form: StoreForm; ink: string | null }): ReactNode {
  const t = useTexts(texts);
  const accent = colourIn(values);
  return (
    <>
      <Group align="flex-end" gap="xs">
        <ColorInput
          flex={1}
          miw={200}
          label={t.accent}
          eyeDropperButtonProps={{ 'aria-label': t.pick }}
          description={t.accentHint}
          error={isWrong('accent') && t.accentWrong}
          leftSection={<ColorSwatch size={18} color={accent ?? usualAccent} />}
          placeholder={usualAccent}
          value={values.accent ?? ''}
          onChange={(value) => set({ accent: value === '' ? null : value })}
        />
        {values.accent !== null && (
          <Button variant="default" onClick={() => set({ accent: null })}>
            {t.default}
          </Button>
        )}
      </Group>
      {accent && ink && ink !== accent && (
        <Alert color="ambar" role="status">
          <Group gap="sm">
            {t.hard(ink)}
            <Button size="xs" variant="default" onClick={() => set({ accent: ink })}>
              {t.use(ink)}
            </Button>
          </Group>
        </Alert>
      )}
    </>
  );
}
