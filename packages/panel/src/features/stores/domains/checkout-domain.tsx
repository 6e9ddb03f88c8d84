import { Alert, Button, Group, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { ReactNode } from 'react';
import { useApiMutation } from '../../../api/query.ts';
import { notifySuccess } from '../../../ui/feedback/notify.ts';
import { Icon } from '../../../ui/icons.tsx';
import { Refusal } from '../../../ui/feedback/refusal.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { Topic } from '../../../ui/settings-frame/topic.tsx';
import { DnsRecords } from './dns-records.tsx';
import type { Domains } from './domains-data.ts';
import { texts } from './texts.ts';

/** The domain of payment links: sets it, shows its DNS record, and removes it. */
export function CheckoutDomain({ domains: { checkout, target } }: { domains: Domains }): ReactNode {
  const t = useTexts(texts);
  const form = useForm({ initialValues: { hostname: checkout?.hostname ?? '' } });
  const change = useApiMutation('POST /panel/api/stores/:storeId/domains', {
    onSuccess: (_domains, { body: { hostname } }) => {
      notifySuccess(hostname === null ? t.removed : t.saved);
      if (hostname === null) form.setValues({ hostname: '' });
    },
  });
  const set = (hostname: string | null): void => change.mutate({ body: { hostname } });
  return (
    <Topic title={t.checkout} help={t.checkoutHelp}>
      {!checkout && <Text>{t.none(target)}</Text>}
      <form onSubmit={form.onSubmit(({ hostname }) => set(hostname))}>
        <Group align="flex-end" gap="xs">
          <TextInput
            flex={1}
            miw={220}
            label={t.hostname}
            description={t.hostnameHint}
            required
            autoComplete="off"
            spellCheck={false}
            {...form.getInputProps('hostname')}
          />
          <Button type="submit" loading={change.isPending} disabled={form.values.hostname === checkout?.hostname}>
            {t.save}
          </Button>
          {checkout && (
            <Button variant="subtle" color="vermelho" onClick={() => set(null)} disabled={change.isPending}>
              {t.remove}
            </Button>
          )}
        </Group>
      </form>
      <Refusal error={change.error} />
      {checkout && (
        <>
          <DomainState checkout={checkout} target={target} />
          {checkout.problem === 'dns' && <DnsRecords records={checkout.records} host={checkout.host} />}
        </>
      )}
    </Topic>
  );
}

/** Whether links use the domain; if not, what is missing. */
function DomainState({
  checkout: { hostname, problem, active },
  target,
}: {
  checkout: NonNullable<Domains['checkout']>;
  target: string;
}): ReactNode {
  const t = useTexts(texts);
  if (problem === null) {
    return (
      <Alert color="verde" icon={<Icon name="check" />}>
        {t.inUse(hostname)}
      </Alert>
    );
  }
  const missing = problem === 'dns' ? t.dnsMissing : t.tlsMissing(hostname);
  return (
    <Alert color="ambar" icon={<Icon name="warning" />} title={active ? t.failing : t.notInUse}>
      {missing} {active ? t.soonBack(target) : t.untilThen(target)}
    </Alert>
  );
}
