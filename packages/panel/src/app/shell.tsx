import {
  ActionIcon,
  AppShell,
  Burger,
  Group,
  Menu,
  NavLink,
  ScrollArea,
  Select,
  Text,
  UnstyledButton,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { locales } from '@retoma/commerce/locale';
import { Link, Outlet, useLocation, useMatches, useNavigate, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ApiResponse } from '../api/call.ts';
import { noteAccount } from '../api/identity.ts';
import { queryClient, useApiMutation, useApiQuery } from '../api/query.ts';
import { Empty } from '../ui/feedback/empty.tsx';
import { Icon, type IconName } from '../ui/icons.tsx';
import { useLocale } from '../ui/locale.tsx';
import { Page } from '../ui/page.tsx';
import { defineTexts, useTexts } from '../ui/texts.ts';
import { useExampleStore } from '../ui/linked-stores/use-example-store.ts';
import { useBackCloses } from './use-back-closes.ts';
import { useMe } from '../ui/use-store.ts';
import { ExampleBanner } from './example-banner.tsx';
import { HealthBanners } from './health-banners.tsx';
import { SearchField, SearchIcon, useSearchDialog } from './search/search-button.tsx';
import { forgetSeen } from './search/seen.ts';
import { lastViewedStore } from './session.ts';
import { TestBanner, TestModeSwitch } from './test-mode.tsx';
import { ButtonLink } from '../ui/links.tsx';

const texts = defineTexts(
  {
    selling: 'Começar a vender',
    home: 'Início',
    inbox: 'Caixa de teste',
    settings: 'Configurações',
    store: 'Loja',
    findStore: 'Procurar loja',
    example: 'Dados de exemplo',
    menu: 'Abrir menu',
    account: 'Sua conta',
    security: 'Senha e segurança',
    light: 'Usar tema claro',
    dark: 'Usar tema escuro',
    language: 'English',
    signOut: 'Sair',
    skip: 'Pular para o conteúdo',
    sections: 'Seções',
    needsFactor:
      'Esta loja exige verificação em duas etapas dos donos. Crie uma chave de acesso ou ligue o aplicativo autenticador.',
    setFactorUp: 'Configurar agora',
  },
  {
    selling: 'Start selling',
    home: 'Home',
    inbox: 'Test inbox',
    settings: 'Settings',
    store: 'Store',
    findStore: 'Find a store',
    example: 'Example data',
    menu: 'Open menu',
    account: 'Your account',
    security: 'Password and security',
    light: 'Use the light theme',
    dark: 'Use the dark theme',
    language: 'Português',
    signOut: 'Sign out',
    skip: 'Skip to the content',
    sections: 'Sections',
    needsFactor: 'This store asks its owners for a second factor. Add a passkey or turn on the authenticator app.',
    setFactorUp: 'Set up now',
  },
);

/** Until the store sells for real, the first of its sections. */
const selling = { name: 'selling', icon: 'flag', to: '/$storeId/selling' } as const;

const sections = [
  { name: 'home', icon: 'home', to: '/$storeId' },
  { name: 'automations', icon: 'flow', to: '/$storeId/automations' },
  { name: 'runs', icon: 'run', to: '/$storeId/runs' },
  { name: 'messages', icon: 'message', to: '/$storeId/messages' },
  { name: 'checkouts', icon: 'cart', to: '/$storeId/checkouts' },
  { name: 'orders', icon: 'receipt', to: '/$storeId/orders' },
  { name: 'leads', icon: 'person', to: '/$storeId/leads' },
  { name: 'inbox', icon: 'inbox', to: '/$storeId/inbox' },
  { name: 'settings', icon: 'settings', to: '/$storeId/settings' },
] as const satisfies readonly { name: keyof (typeof texts)['pt-BR']; icon: IconName; to: string }[];

type Me = ApiResponse<'GET /panel/api/me'>;

/** The frame of every page: the store picker, the sections of the store, and the user's account. */
export function Shell(): ReactNode {
  const me = useMe();
  const { storeId } = useParams({ strict: false });
  // The account page belongs to no store: it keeps the sections of the last viewed store.
  const store = storeId ?? lastViewedStore(me?.stores ?? [])?.storeId;
  const t = useTexts(texts);
  const [isOpen, { toggle, close }] = useDisclosure();
  useBackCloses();
  const isFullScreen = useMatches({ select: (matches) => matches.at(-1)?.staticData.isFullScreen === true });
  const search = useSearchDialog(
    me?.stores.find((one) => one.storeId === store),
    isFullScreen,
  );
  return (
    <AppShell
      disabled={isFullScreen}
      header={{ height: { base: 52, sm: 0 } }}
      navbar={{ width: 224, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
    >
      <a href="#content" className="skip-link">
        {t.skip}
      </a>
      <AppShell.Header hiddenFrom="sm" px="md" bg="var(--retoma-surface)">
        <Group h="100%" wrap="nowrap">
          <Burger opened={isOpen} onClick={toggle} size="sm" aria-label={t.menu} />
          <Text fw={600} truncate>
            {me?.stores.find((one) => one.storeId === store)?.name ?? 'Retoma'}
          </Text>
          {store && <SearchIcon onOpen={search.open} />}
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="sm" bg="var(--retoma-surface)" aria-label={t.sections}>
        <StorePicker stores={me?.stores ?? []} storeId={store} />
        {storeId && <TestModeSwitch />}
        {store && <SearchField onOpen={search.open} />}
        <ScrollArea flex={1} my="sm">
          {store && <Sections storeId={store} onPick={close} me={me} />}
        </ScrollArea>
        <Account email={me?.user.email ?? ''} />
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1} className={isFullScreen ? 'full-screen' : ''}>
        <StorePages storeId={storeId} me={me} />
      </AppShell.Main>
      {search.dialog}
    </AppShell>
  );
}

/** The pages of a store, or the reason why the user cannot open them yet (AUT4). */
function StorePages({ storeId, me }: { storeId: string | undefined; me: Me | undefined }): ReactNode {
  const t = useTexts(texts);
  const store = me?.stores.find((one) => one.storeId === storeId);
  if (store?.needsSecondFactor) {
    return (
      <Page title={store.name}>
        <Empty icon="lock" text={t.needsFactor}>
          <ButtonLink to="/account">{t.setFactorUp}</ButtonLink>
        </Empty>
      </Page>
    );
  }
  return (
    <>
      {store?.example && <ExampleBanner />}
      {store?.testOf != null && <TestBanner />}
      {storeId && <HealthBanners />}
      <Outlet />
    </>
  );
}

/** The value of the option that makes a store of example data; others are ids of stores. */
const example = 'example';

function StorePicker({ stores, storeId }: { stores: Me['stores']; storeId: string | undefined }): ReactNode {
  const t = useTexts(texts);
  const navigate = useNavigate();
  const { isOffered, isOpening, open } = useExampleStore();
  const own = stores.flatMap(({ storeId, name, testOf }) => (testOf === null ? { value: storeId, label: name } : []));
  const viewed = stores.find((one) => one.storeId === storeId);
  const pick = (picked: string): void => {
    if (picked === example) open();
    else void navigate({ to: '/$storeId', params: { storeId: picked } });
  };
  return (
    <Select
      aria-label={t.store}
      placeholder={t.findStore}
      data={isOffered ? [...own, { value: example, label: t.example }] : own}
      disabled={isOpening}
      value={viewed?.testOf ?? storeId ?? null}
      searchable={own.length > 8}
      allowDeselect={false}
      leftSection={<Icon name="store" size={16} />}
      onChange={(picked) => picked && pick(picked)}
    />
  );
}

type SectionsProps = { storeId: string; onPick: () => void; me: Me | undefined };

function Sections({ storeId, onPick, me }: SectionsProps): ReactNode {
  const t = useTexts(texts);
  const { pathname } = useLocation();
  const progress = useSellingProgress(me?.stores.find((one) => one.storeId === storeId));
  const shown = progress === undefined ? sections : [selling, ...sections];
  return shown.map(({ name, icon, to }) => {
    const base = to.replace('$storeId', storeId);
    const isHere = name === 'home' ? pathname === base || pathname === `${base}/` : pathname.startsWith(base);
    return (
      <NavLink
        key={name}
        renderRoot={(props) => (
          <Link to={to} params={{ storeId }} activeOptions={{ exact: name === 'home' }} {...props} />
        )}
        label={t[name]}
        leftSection={<Icon name={icon} />}
        {...(name === 'selling' && { rightSection: <Text size="xs">{progress}</Text>, noWrap: true, pe: 6 })}
        active={isHere}
        aria-current={isHere ? 'page' : undefined}
        onClick={onPick}
        style={{ borderRadius: 8 }}
      />
    );
  });
}

/** COM45: `5/11` while the store does not sell for real yet; undefined: it does, or the member cannot change that. */
function useSellingProgress(store: Me['stores'][number] | undefined): string | undefined {
  const isAsked =
    store?.may.includes('changeSettings') && !store.example && store.testOf === null && !store.needsSecondFactor;
  const { data } = useApiQuery(
    'GET /panel/api/stores/:storeId/selling',
    { params: { storeId: store?.storeId ?? '' } },
    { enabled: isAsked === true, staleTime: 60_000 },
  );
  return data && !data.live ? `${data.ready}/${data.total}` : undefined;
}

function Account({ email }: { email: string }): ReactNode {
  const t = useTexts(texts);
  const { locale, choose } = useLocale();
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme('light') === 'dark';
  const navigate = useNavigate();
  const signOut = useApiMutation('POST /panel/api/sign-out');
  const leave = async (): Promise<void> => {
    await signOut.mutateAsync({ body: {} });
    noteAccount(undefined);
    queryClient.clear();
    forgetSeen();
    await navigate({ to: '/sign-in' });
  };
  return (
    <Menu position="top-start" width="target">
      <Menu.Target>
        <UnstyledButton aria-label={`${t.account}: ${email}`} p="xs" style={{ borderRadius: 8 }}>
          <Group gap="xs" wrap="nowrap">
            <ActionIcon component="span" variant="light" radius="xl">
              <Icon name="person" size={16} />
            </ActionIcon>
            <Text size="sm" truncate>
              {email}
            </Text>
          </Group>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<Icon name="lock" size={16} />}
          renderRoot={(props) => <Link to="/account" {...props} />}
        >
          {t.security}
        </Menu.Item>
        <Menu.Item
          leftSection={<Icon name={isDark ? 'sun' : 'moon'} size={16} />}
          onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
        >
          {isDark ? t.light : t.dark}
        </Menu.Item>
        <Menu.Item
          leftSection={<Icon name="globe" size={16} />}
          onClick={() => choose(locales.find((other) => other !== locale)!)}
        >
          {t.language}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<Icon name="leave" size={16} />} onClick={() => void leave()}>
          {t.signOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
