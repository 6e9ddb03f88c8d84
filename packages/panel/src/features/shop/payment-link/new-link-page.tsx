import { Button, Checkbox, Group, SimpleGrid, Stack, Text, TextInput, Title } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useApiMutation } from '../../../api/query.ts';
import { Refusal } from '../../../ui/feedback/refusal.tsx';
import { useStoreFormats } from '../../../ui/format/use-store-formats.ts';
import { AnchorLink } from '../../../ui/links.tsx';
import { Page } from '../../../ui/page.tsx';
import { Surface } from '../../../ui/surface.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { useStore } from '../../../ui/use-store.ts';
import { ItemFields } from './item-fields.tsx';
import { centsOf, useLinkForm, type LinkForm } from './link-form.ts';
import { texts } from './texts.ts';

/** The page on which a member makes a payment link: items, delivery, and optionally who pays. */
export function NewLinkPage(): ReactNode {
  const t = useTexts(texts);
  const { storeId } = useStore();
  return (
    <Page
      title={t.title}
      above={
        <AnchorLink size="sm" to="/$storeId/checkouts" params={{ storeId }}>
          {t.checkouts}
        </AnchorLink>
      }
    >
      <NewLink />
    </Page>
  );
}

function NewLink(): ReactNode {
  const t = useTexts(texts);
  const { storeId } = useStore();
  const { money } = useStoreFormats();
  const navigate = useNavigate();
  const form = useLinkForm();
  const create = useApiMutation('POST /panel/api/stores/:storeId/checkouts', {
    done: t.made,
    onSuccess: ({ checkoutId }) =>
      void navigate({ to: '/$storeId/checkouts/$checkoutId', params: { storeId, checkoutId } }),
  });
  const submit = ({ items, requiresShipping, name, email, phone }: typeof form.values): void =>
    create.mutate({
      body: {
        items: items.map(({ title, quantity, price }) => ({
          title: title.trim(),
          quantity: Number(quantity),
          unitPrice: centsOf(price),
        })),
        requiresShipping,
        customer: {
          ...(name.trim() && { name: name.trim() }),
          ...(email.trim() && { email: email.trim() }),
          ...(phone.trim() && { phone: phone.trim() }),
        },
      },
    });
  const { items, requiresShipping } = form.values;
  const total = money(items.reduce((sum, { quantity, price }) => sum + Number(quantity) * centsOf(price), 0));
  return (
    <form onSubmit={form.onSubmit(submit)} noValidate style={{ maxWidth: 760 }}>
      <Stack>
        <Surface component="section" aria-label={t.items}>
          <ItemFields form={form} />
          <Checkbox
            mt="md"
            label={t.delivery}
            description={t.deliveryText}
            {...form.getInputProps('requiresShipping', { type: 'checkbox' })}
          />
        </Surface>
        <ShopperFields form={form} />
        <Refusal error={create.error} />
        <Group justify="space-between">
          <Text fw={600}>{requiresShipping ? t.beforeShipping(total) : t.total(total)}</Text>
          <Button type="submit" loading={create.isPending}>
            {t.make}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function ShopperFields({ form }: { form: LinkForm }): ReactNode {
  const t = useTexts(texts);
  return (
    <Surface component="section" aria-label={t.shopper}>
      <Stack gap="sm">
        <div>
          <Title order={2}>{t.shopper}</Title>
          <Text size="sm" c="dimmed">
            {t.shopperText}
          </Text>
        </div>
        <TextInput label={t.name} maxLength={100} autoComplete="off" {...form.getInputProps('name')} />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput label={t.email} type="email" maxLength={254} autoComplete="off" {...form.getInputProps('email')} />
          <TextInput label={t.phone} type="tel" maxLength={30} autoComplete="off" {...form.getInputProps('phone')} />
        </SimpleGrid>
      </Stack>
    </Surface>
  );
}
