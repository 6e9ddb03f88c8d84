import { Alert, Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState, type ReactNode } from 'react';
import { Refused } from '../../../api/call.ts';
import { useApiMutation } from '../../../api/query.ts';
import { Refusal } from '../../../ui/feedback/refusal.tsx';
import { pastedLine } from '../../../ui/format/clean-pastes.ts';
import { Icon } from '../../../ui/icons.tsx';
import { AnchorLink } from '../../../ui/links.tsx';
import { useLocale } from '../../../ui/locale.tsx';
import { Topic } from '../../../ui/settings-frame/topic.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { useStore } from '../../../ui/use-store.ts';
import { CapabilityTable } from './capability-table.tsx';
import styles from './connectors.module.css';
import type { Platform } from './shops-data.ts';
import { texts } from './texts.ts';

/** CON11: leads through the connection of a shop, and says before what its platform reports. */
export function ConnectShop({ platform }: { platform: Platform }): ReactNode {
  const t = useTexts(texts);
  const { storeId } = useStore();
  const { label } = platform;
  return (
    <Stack gap={32}>
      <Stack gap="xs">
        <AnchorLink
          size="sm"
          to="/$storeId/settings/$section"
          params={{ storeId, section: 'platforms' }}
          search={{}}
          style={{ alignSelf: 'flex-start' }}
        >
          ← {t.allPlatforms}
        </AnchorLink>
        <Topic title={t.connectWhat(label)}>
          <Ways platform={platform} />
        </Topic>
      </Stack>
      <Topic title={t.capabilities(label)}>
        <CapabilityTable platform={platform} />
      </Topic>
    </Stack>
  );
}

/** The first way that this installation offers, and the others behind a button. */
function Ways({ platform: { name, label, methods } }: { platform: Platform }): ReactNode {
  const t = useTexts(texts);
  const { locale } = useLocale();
  const offered = methods.flatMap((method, index) => (method.available ? [{ ...method, index }] : []));
  const [chosen, setChosen] = useState(offered[0]?.index);
  const method = offered.find(({ index }) => index === chosen);
  return (
    <Stack>
      {methods.some(({ available }) => !available) && (
        <Alert color="gray" role="note" icon={<Icon name="info" />}>
          {t.needsAppText(label)}
        </Alert>
      )}
      {method && <ShopForm key={method.index} platform={{ name, label }} method={method} />}
      {offered.length > 1 && (
        <Group gap={4}>
          <Text size="sm" c="dimmed">
            {t.otherWay}
          </Text>
          {offered
            .filter(({ index }) => index !== chosen)
            .map(({ index, label }) => (
              <Button key={index} variant="subtle" size="compact-sm" onClick={() => setChosen(index)}>
                {label[locale]}
              </Button>
            ))}
        </Group>
      )}
    </Stack>
  );
}

type ShopFormProps = {
  platform: Pick<Platform, 'name' | 'label'>;
  method: Platform['methods'][number] & { index: number };
};

/** The fields of one way. A consent leaves for the shop's page; keys are tried at once. */
function ShopForm({ platform, method: { index, kind, fields } }: ShopFormProps): ReactNode {
  const t = useTexts(texts);
  const { storeId } = useStore();
  const navigate = useNavigate();
  const [input, setInput] = useState<Readonly<Record<string, string>>>({});
  const connect = useApiMutation('POST /panel/api/stores/:storeId/shop-connections', {
    onSuccess: ({ redirectUrl }) => {
      if (redirectUrl !== null) window.location.assign(redirectUrl);
      else void navigate({ to: '/$storeId/settings/$section', params: { storeId, section: 'platforms' }, search: {} });
    },
  });
  const { reset } = connect;
  // A browser that goes back from the shop shows this page as it was left.
  useEffect(() => {
    const shown = ({ persisted }: PageTransitionEvent): void => {
      if (persisted) reset();
    };
    window.addEventListener('pageshow', shown);
    return () => window.removeEventListener('pageshow', shown);
  }, [reset]);
  const wrong = wrongField(connect.error);
  const isConsent = kind === 'consent';
  const consentSteps = fields.length > 0 ? [t.stepAddress, t.stepConsent] : [t.stepPlatform(platform.label)];
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const typed = Object.fromEntries(
          Object.entries(input).map(([name, value]) => [name, pastedLine(value).trim()]),
        );
        connect.mutate({ body: { platform: platform.name, method: index, input: typed } });
      }}
    >
      <Stack>
        {isConsent ? (
          <ol className={styles['steps']}>
            {[...consentSteps, t.stepBack].map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        ) : (
          <Text>{t.stepKeys}</Text>
        )}
        {fields.map((field) => (
          <ShopField
            key={field.name}
            field={field}
            value={input[field.name] ?? ''}
            isWrong={wrong === field.name}
            onChange={(value) => setInput({ ...input, [field.name]: value })}
          />
        ))}
        <Refusal error={connect.error} />
        <Group justify="space-between" gap="sm">
          <Text size="sm" c="dimmed" flex={1} miw={220}>
            {t.onlyReads}
          </Text>
          <Button
            type="submit"
            loading={connect.isPending || connect.data?.redirectUrl !== undefined}
            {...(isConsent && { rightSection: <Icon name="external" size={16} /> })}
          >
            {!isConsent ? t.connect : fields.length > 0 ? t.goToShop : t.goToPlatform(platform.label)}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

type ShopFieldProps = {
  field: Platform['methods'][number]['fields'][number];
  value: string;
  isWrong: boolean;
  onChange: (value: string) => void;
};

/** One line that the owner types or pastes. */
function ShopField({ field, value, isWrong, onChange }: ShopFieldProps): ReactNode {
  const { locale } = useLocale();
  const { name, label, hint, expects, required } = field;
  const Input = isSecret(name) ? PasswordInput : TextInput;
  return (
    <Input
      label={label[locale]}
      {...(hint && { description: hint[locale] })}
      error={isWrong && expects[locale]}
      required={required}
      value={value}
      autoComplete="off"
      spellCheck={false}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

/** Whether a field of pasted keys is hidden while it is typed. */
const isSecret = (name: string): boolean => /secret|token|password/i.test(name);

/** The field that a refusal names. */
const wrongField = (error: Error | null): string | undefined =>
  error instanceof Refused ? (error.details as { field?: string } | undefined)?.field : undefined;
