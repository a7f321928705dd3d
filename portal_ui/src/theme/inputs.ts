import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import type { Theme } from '@mui/material/styles';
import type {} from '@mui/x-date-pickers/themeAugmentation';
import { createElement } from 'react';
import type {} from 'react-admin';
import { ChoiceLabel } from './ChoiceLabel';
import { FieldHelp } from './FieldHelp';
import { FieldRoot } from './FieldRoot';
import { getPopupContainer } from './getPopupContainer';
import { type MixinTheme, raised, type ThemeComponents, touch } from './mixins';

/** Keep "" as the API expects it; the parser of react-admin would make it null. */
const keepTyped = (value: unknown) => value;

/** Without an empty helper line. */
const input = { helperText: false, parse: keepTyped } as const;
/** For choices of the server: `{ key, name }`, localized already. */
const choice = { ...input, optionValue: 'key', translateChoice: false, margin: 'none' } as const;

const labelStyle = ({ theme }: { theme: Theme }) => ({
  ...theme.typography.subtitle2,
  display: 'block',
  marginBottom: 6,
  fontWeight: theme.typography.fontWeightBold,
  '&, &.Mui-focused, &.Mui-error, &.Mui-disabled': { color: theme.vars?.palette.text.primary },
  // Only optional fields are marked, so the star of react-admin is hidden.
  '& > span > span[aria-hidden]': { display: 'none' },
});

/** Icon of errors: exclamation mark in a circle. */
const errorIcon =
  'path(evenodd, "M8 1.3a6.7 6.7 0 1 0 0 13.4A6.7 6.7 0 0 0 8 1.3zm0 12A5.3 5.3 0 1 1 8 2.7a5.3 5.3 0 0 1 0 10.6zM7.3 4.7h1.4v4H7.3zm0 5.3h1.4v1.4H7.3z")';

/** Style of checkboxes and radio buttons. */
const toggle = ({ theme }: { theme: MixinTheme }) => ({
  padding: 8,
  color: theme.portal.fieldBorder,
  '& svg': { fontSize: 20 },
});

const outline = { '& legend': { display: 'none' }, top: 0 };

/** Return border and background of a field by state; `part` is the class prefix. */
const frame = (theme: MixinTheme, part: string) => {
  const line = (borderColor: string) => ({ [`& .${part}-notchedOutline`]: { borderColor } });
  return {
    minHeight: 40,
    backgroundColor: theme.vars.palette.background.paper,
    ...line(theme.portal.fieldBorder),
    '&:hover': line(theme.vars.palette.text.secondary),
    '&.Mui-focused': line(theme.vars.palette.primary.main),
    '&.Mui-error, &.Mui-error.Mui-focused': line(theme.vars.palette.error.main),
    '&.Mui-disabled': { backgroundColor: theme.portal.recessed },
    [touch]: { minHeight: 44, fontSize: '1rem' },
  };
};

/** Distance in px from the edge of a select or autocomplete to its chevron. */
const CHEVRON_INSET = 10;

/** Theme of inputs: label above, help or error below. */
export const inputs: ThemeComponents = {
  MuiTextField: {
    defaultProps: { variant: 'outlined', margin: 'none', fullWidth: true, slots: { root: FieldRoot } },
  },
  MuiInputLabel: {
    defaultProps: { shrink: true, disableAnimation: true, required: false },
    styleOverrides: {
      root: (props) => ({
        ...labelStyle(props),
        position: 'static',
        transform: 'none',
        maxWidth: 'none',
        overflow: 'visible',
        whiteSpace: 'normal',
        pointerEvents: 'auto',
        userSelect: 'auto',
      }),
    },
  },
  MuiFormLabel: {
    defaultProps: { required: false },
    styleOverrides: { root: labelStyle },
  },
  MuiFormHelperText: {
    defaultProps: { component: FieldHelp },
    styleOverrides: {
      root: {
        display: 'flex',
        // A text that is too long for one line takes the whole width, with the counter below.
        flexWrap: 'wrap',
        gap: '0 4px',
        margin: '6px 0 0',
        fontSize: '0.8125rem',
        lineHeight: '18px',
        '&.Mui-error': { flexWrap: 'nowrap' },
        '&.Mui-error::before': {
          content: '""',
          flex: 'none',
          width: 16,
          height: 16,
          marginTop: 1,
          backgroundColor: 'currentColor',
          clipPath: errorIcon,
        },
      },
    },
  },
  MuiSelect: {
    defaultProps: { IconComponent: ExpandMoreIcon },
    styleOverrides: {
      root: ({ theme }) => ({
        '& .MuiSelect-select.MuiSelect-select': { paddingInlineEnd: 36 },
        // An empty select looks like the placeholder of a field.
        '&:has(> .MuiSelect-nativeInput[value=""]) > .MuiSelect-select': { color: theme.vars.palette.text.tertiary },
      }),
      icon: { fontSize: 18, top: 'calc(50% - 9px)', right: CHEVRON_INSET, color: 'inherit' },
    },
  },
  MuiOutlinedInput: {
    styleOverrides: {
      root: ({ theme }) => ({
        ...frame(theme, 'MuiOutlinedInput'),
        '&.Mui-focused :focus-visible': { outline: 'none' },
      }),
      sizeSmall: { minHeight: 36, '& .MuiOutlinedInput-input': { padding: '7px 10px', lineHeight: '22px' } },
      input: { height: 'auto', padding: '9px 12px', textOverflow: 'ellipsis' },
      multiline: { padding: 0 },
      adornedStart: { paddingLeft: 12, '&& .MuiOutlinedInput-input': { paddingLeft: 0 } },
      notchedOutline: outline,
    },
  },
  // Date and time fields look like all other fields.
  MuiPickersOutlinedInput: {
    styleOverrides: {
      root: ({ theme }) => ({
        ...frame(theme, 'MuiPickersOutlinedInput'),
        padding: '0 12px',
        '&& .MuiPickersInputBase-sectionsContainer': { padding: '9px 0' },
        '& .MuiIconButton-root': { padding: 6 },
      }),
      sectionsContainer: ({ theme }) => ({
        variants: [
          { props: { isFieldValueEmpty: true }, style: { opacity: 1, color: theme.vars.palette.text.tertiary } },
        ],
      }),
      notchedOutline: outline,
    },
  },
  MuiInputAdornment: {
    styleOverrides: {
      positionStart: ({ theme }) => ({ color: theme.vars.palette.text.tertiary, '& svg': { fontSize: 18 } }),
    },
  },
  MuiCheckbox: {
    defaultProps: {
      // react-admin sets the accessible name of a row checkbox on the wrapper, which screen readers ignore.
      slotProps: {
        root: () => ({ 'aria-label': undefined }),
        input: (ownerState) => ({ 'aria-label': ownerState['aria-label'] }),
      },
    },
    styleOverrides: { root: toggle },
  },
  // `as` is a prop of MUI's styled elements that its types lack.
  MuiFormControlLabel: { defaultProps: { as: ChoiceLabel } as object },
  MuiRadio: { styleOverrides: { root: toggle } },
  MuiSwitch: {
    // Pill of 36 by 20 px with its thumb inside, aligned with checkboxes, whose padding MUI's labels offset.
    defaultProps: { disableRipple: true },
    styleOverrides: {
      root: { width: 58, height: 36, padding: '8px 11px', [touch]: { height: 44, paddingBlock: 12 } },
      switchBase: ({ theme }) => ({
        padding: '10px 13px',
        color: theme.vars.palette.background.paper,
        [touch]: { paddingBlock: 14 },
        '&:hover': { backgroundColor: 'transparent' },
        '&.Mui-checked': { color: theme.vars.palette.background.paper, transform: 'translateX(16px)' },
        '&.Mui-checked + .MuiSwitch-track': { opacity: 1, backgroundColor: theme.vars.palette.primary.main },
        '&.Mui-disabled + .MuiSwitch-track': { opacity: 0.4 },
        '&.Mui-focusVisible + .MuiSwitch-track': {
          outline: `2px solid ${theme.vars.palette.primary.main}`,
          outlineOffset: 2,
        },
      }),
      thumb: { width: 16, height: 16, boxShadow: 'none' },
      track: ({ theme }) => ({ opacity: 1, borderRadius: 10, backgroundColor: theme.portal.fieldBorder }),
    },
  },
  MuiMenu: { defaultProps: { container: getPopupContainer } },
  MuiAutocomplete: {
    defaultProps: {
      fullWidth: true,
      autoHighlight: true,
      popupIcon: createElement(ExpandMoreIcon, { sx: { fontSize: 18 } }),
      slotProps: { popper: { container: getPopupContainer } },
    },
    styleOverrides: {
      // Button of 28 px with a chevron of 18 px.
      popupIndicator: { '&&': { width: 28, height: 28, padding: 5, margin: 0 } },
      // Padding as in other inputs; MUI adds more in each variant.
      inputRoot: {
        padding: '0 0 0 12px',
        '&.MuiInputBase-root.MuiOutlinedInput-root > .MuiAutocomplete-endAdornment': { right: CHEVRON_INSET - 5 },
        '&.MuiOutlinedInput-root .MuiAutocomplete-input': { padding: '9px 0' },
        // Without the padding at the end, which leaves room for the buttons.
        '&.MuiOutlinedInput-root.MuiInputBase-sizeSmall': { paddingBlock: 0, paddingLeft: 10 },
        '&.MuiOutlinedInput-root.MuiInputBase-sizeSmall .MuiAutocomplete-input': { padding: '7px 0' },
      },
      // Long values wrap in narrow viewports.
      tag: {
        '&.MuiChip-root': { height: 'auto', minHeight: 28 },
        '& .MuiChip-label': { whiteSpace: 'normal', overflowWrap: 'anywhere' },
      },
      paper: ({ theme }) => ({ marginTop: 4, ...raised(theme) }),
      listbox: { padding: 6 },
      option: ({ theme }) => ({
        minHeight: 36,
        borderRadius: theme.shape.borderRadius,
        '&&': { paddingInline: 10 },
        '&&.Mui-focused': { backgroundColor: theme.portal.recessed },
        '&&[aria-selected="true"], &&[aria-selected="true"].Mui-focused': {
          backgroundColor: theme.portal.accentSoft,
          color: theme.portal.accentText,
        },
        [touch]: { minHeight: 44 },
      }),
    },
  },
  RaTextInput: { defaultProps: input },
  RaBooleanInput: { defaultProps: { helperText: false } },
  RaSelectInput: { defaultProps: choice },
  RaSelectArrayInput: { defaultProps: { ...choice, variant: 'outlined' } },
  RaAutocompleteInput: {
    // Opens on click, typing or arrow keys only: after focus on an invalid field its error remains visible.
    defaultProps: { ...choice, noOptionsText: 'shared.noMatch', openOnFocus: false },
  },
  RaCheckboxGroupInput: {
    defaultProps: { ...choice, row: false },
    styleOverrides: { root: { '& .RaCheckboxGroupInput-label': { transform: 'none' } } },
  },
  RaRadioButtonGroupInput: {
    defaultProps: { ...choice, row: false },
    styleOverrides: { root: { '& .RaRadioButtonGroupInput-label': { transform: 'none' } } },
  },
};
