import { Code, Group, SegmentedControl, Stack, Switch } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useTexts } from '../../../ui/texts.ts';
import { CopyTextButton } from '../../../ui/settings-frame/copy-text.tsx';
import { exampleOf, languages, type Language } from './examples.ts';
import { texts } from './texts.ts';

const names: Record<Language, string> = { curl: 'cURL', javascript: 'JavaScript', html: 'HTML' };

/** An example call that works once it contains a key. `newKey`: the key that was just created. */
export function Example({ baseUrl, newKey }: { baseUrl: string; newKey: string | undefined }): ReactNode {
  const t = useTexts(texts);
  const [language, setLanguage] = useState<Language>('curl');
  const [wantsKey, setWantsKey] = useState(false);
  const code = exampleOf[language](baseUrl, wantsKey ? newKey : undefined);
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <SegmentedControl
          aria-label={t.language}
          data={languages.map((value) => ({ value, label: names[value] }))}
          value={language}
          onChange={setLanguage}
        />
        <CopyTextButton text={code} what={t.code} />
      </Group>
      <Code block tabIndex={0} data-testid="example">
        {code}
      </Code>
      <Switch
        label={t.include}
        {...(!newKey && { description: t.includeHint })}
        disabled={!newKey}
        checked={wantsKey && newKey !== undefined}
        onChange={(event) => setWantsKey(event.currentTarget.checked)}
      />
    </Stack>
  );
}
