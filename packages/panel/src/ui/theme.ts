import {
  Badge,
  createTheme,
  defaultVariantColorsResolver,
  type CSSVariablesResolver,
  type MantineColorsTuple,
} from '@mantine/core';
import { closeWord, showWord } from './mantine-words.ts';

const tuple = (text: string): MantineColorsTuple => text.split(' ') as unknown as MantineColorsTuple;

/** The font size of secondary text beside or below other text. */
const meta = '12px';

/** The titles of modals and drawers; they may take two lines on a phone. */
const title = { fontSize: '15px', fontWeight: 600, lineHeight: '20px' };

const onFilled = 'var(--retoma-on-filled)';

/** The panel's theme: warm greys, petrol as the primary colour, other colours only to convey meaning. */
export const theme = createTheme({
  primaryColor: 'petroleo',
  primaryShade: { light: 7, dark: 4 },
  autoContrast: true,
  // Mantine chooses the text colour by the light theme only. The dark theme fills with a light shade, which needs dark text.
  variantColorResolver: (input) => {
    const colors = defaultVariantColorsResolver(input);
    return input.variant === 'filled' ? { ...colors, color: onFilled } : colors;
  },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '15px', xl: '20px' },
  lineHeights: { xs: '16px', sm: '20px', md: '20px', lg: '20px', xl: '28px' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '20px', xl: '24px' },
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '10px', xl: '12px' },
  headings: {
    fontWeight: '600',
    sizes: { h1: { fontSize: '20px', lineHeight: '28px' }, h2: { fontSize: '15px', lineHeight: '20px' } },
  },
  components: {
    // Badges have the text style of other text: no capitals, no filled colour.
    Badge: Badge.extend({
      defaultProps: { variant: 'light', tt: 'none', fw: 500, radius: 'sm' },
      vars: (_theme, { size = 'md' }) => ({ root: size === 'md' ? { '--badge-fz': meta } : {} }),
    }),
    // By default, hints and errors are two pixels smaller than their field and hard to read.
    InputWrapper: {
      styles: { label: { marginBottom: 4 } },
      vars: () => ({ error: { '--input-error-size': meta }, description: { '--input-description-size': meta } }),
    },
    InputError: { vars: () => ({ error: { '--input-error-size': meta } }) },
    InputDescription: { vars: () => ({ description: { '--input-description-size': meta } }) },
    CloseButton: { defaultProps: () => ({ 'aria-label': closeWord() }) },
    PasswordInput: { defaultProps: () => ({ visibilityToggleButtonProps: { 'aria-label': showWord() } }) },
    // As with filled colours: Mantine chooses by the light theme only.
    Checkbox: { vars: () => ({ root: { '--checkbox-icon-color': onFilled } }) },
    Radio: { vars: () => ({ root: { '--radio-icon-color': onFilled } }) },
    Timeline: { vars: () => ({ root: { '--tl-icon-color': onFilled } }) },
    Modal: { defaultProps: { centered: true, size: 560, padding: 'xl' }, styles: { title } },
    Drawer: { styles: { title } },
  },
  colors: {
    gray: tuple('#FCFAF6 #F6F4F0 #EBE9E5 #DBD9D5 #BFBDB9 #8B8985 #66645F #54524F #373532 #1C1A17'),
    dark: tuple('#EFEDE9 #D6D3CE #B3B0AB #8B8985 #3A3835 #32302D #282624 #1E1D1B #151412 #0E0D0C'),
    petroleo: tuple('#F2F8F9 #E3EFF3 #C9E1E7 #A6CED8 #79B6C5 #409CB0 #007E94 #00687D #005163 #003643'),
    verde: tuple('#F3F8F4 #E4F1E8 #CCE4D3 #A9D1B6 #7FBB94 #4BA26E #1B854F #006E3A #00572A #003A18'),
    ambar: tuple('#FAF6F1 #F5EBE0 #EBD9C4 #DDC09E #CCA26E #B98133 #9C6100 #844C00 #6A3900 #482300'),
    vermelho: tuple('#FFF4F2 #FEE7E4 #FCD1CB #F7B2A9 #EE8B81 #E15D54 #C33530 #A91518 #88000A #5F0002'),
    roxo: tuple('#F7F5FD #EDEAFC #DED7F8 #C9BDF2 #B09CEA #9578DF #7956C4 #643FAB #4F2E8B #341A61'),
  },
});

/** The page background is a shade darker than its cards; dimmed text has a contrast of at least 4.5 on both. */
export const variables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': '#FCFAF6',
    '--mantine-color-text': '#1C1A17',
    '--mantine-color-dimmed': '#66645F',
    '--mantine-color-error': '#A91518',
    '--mantine-color-placeholder': '#66645F',
    '--retoma-on-filled': '#FFFFFF',
    '--retoma-surface': '#FFFFFF',
    '--retoma-hover': '#F6F4F0',
    '--retoma-border': '#DBD9D5',
    '--retoma-line': '#EBE9E5',
    '--retoma-control': '#8B8985',
    '--retoma-control-soft': '#BFBDB9',
    '--retoma-series': 'var(--mantine-color-petroleo-8)',
    '--retoma-series-2': 'var(--mantine-color-petroleo-5)',
    '--retoma-before': 'var(--mantine-color-gray-8)',
    '--mantine-color-default-border': 'var(--retoma-control-soft)',
    '--retoma-selected': '#F2F8F9',
  },
  dark: {
    '--mantine-color-body': '#151412',
    '--mantine-color-text': '#EFEDE9',
    '--mantine-color-dimmed': '#B3B0AB',
    '--mantine-color-error': '#EE8B81',
    '--mantine-color-placeholder': '#B3B0AB',
    '--retoma-on-filled': '#1C1A17',
    // A shade with visible colour, because Mantine's is almost white and red marks losses.
    '--mantine-color-petroleo-light-color': '#A6CED8',
    '--mantine-color-verde-light-color': '#A9D1B6',
    '--mantine-color-ambar-light-color': '#DDC09E',
    '--mantine-color-vermelho-light-color': '#F7B2A9',
    '--mantine-color-roxo-light-color': '#C9BDF2',
    '--retoma-surface': '#1E1D1B',
    '--retoma-hover': '#282624',
    '--retoma-border': '#3A3835',
    '--retoma-line': '#2C2A27',
    '--retoma-control': '#8B8985',
    '--retoma-control-soft': '#54524F',
    '--retoma-series': 'var(--mantine-color-petroleo-3)',
    '--retoma-series-2': 'var(--mantine-color-petroleo-6)',
    '--retoma-before': 'var(--mantine-color-gray-2)',
    '--mantine-color-default-border': 'var(--retoma-control-soft)',
    '--retoma-selected': '#003643',
  },
});
