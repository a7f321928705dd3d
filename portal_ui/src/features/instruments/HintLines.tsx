import InfoIcon from '@mui/icons-material/InfoOutlined';
import WarningIcon from '@mui/icons-material/WarningAmberOutlined';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { useTranslate } from 'ra-core';
import type { ReactNode } from 'react';
import type { Hint } from '../../api/instruments';
import { useFormat } from '../../core/i18n/format';
import { RouterLink, useLocalizedPath } from '../../core/routing/links';
import { nowrapNumbers } from '../../core/ui/nowrapNumbers';

interface HintLinesProps {
  hint: Hint;
  serialNumber: string;
  /** True to show the average cost of the model; a table shows it once per model. */
  hasModelCost?: boolean;
}

/** Hints about an instrument, one per line; nothing for a new instrument. */
export function HintLines({ hint, serialNumber, hasModelCost = true }: HintLinesProps) {
  const translate = useTranslate();
  const path = useLocalizedPath();
  const { money } = useFormat();
  const { open, times, backDaysAgo, totalCost, modelCost, modelCases } = hint;
  const relatedUnits = [
    ...hint.replacedBy.map((unit) => ({ ...unit, labelKey: 'replacedBy', warns: true })),
    ...hint.replaces.map((unit) => ({ ...unit, labelKey: 'replaces', warns: false })),
  ];
  const before = times > 0 || open.length > 0 || backDaysAgo !== null || relatedUnits.length > 0;
  const costs = [
    ...(before && totalCost ? [translate('instruments.hint.total', { amount: money(totalCost) })] : []),
    ...(hasModelCost && modelCost && modelCases
      ? [translate('instruments.hint.model', { amount: money(modelCost), smart_count: modelCases })]
      : []),
  ];
  if (!before && costs.length === 0) return null;
  return (
    <HintList label={translate('instruments.hint.label', { serial: serialNumber })}>
      {open.map(({ id, number }) => (
        <HintLine key={id} warns>
          <Link component={RouterLink} to={path(`process-repair/${id}`)} color="inherit">
            {nowrapNumbers(translate('instruments.hint.open', { number }))}
          </Link>
        </HintLine>
      ))}
      {relatedUnits.map(({ id, serialNumber: serial, labelKey, warns }) => (
        <HintLine key={`${labelKey} ${serial}`} warns={warns}>
          {id === null ? (
            translate(`instruments.${labelKey}`, { serial })
          ) : (
            <Link component={RouterLink} to={path(`instrument/${id}`)} color="inherit">
              {translate(`instruments.${labelKey}`, { serial })}
            </Link>
          )}
        </HintLine>
      ))}
      {times > 0 && <HintLine warns>{translate('instruments.hint.times', { smart_count: times })}</HintLine>}
      {backDaysAgo !== null && (
        <HintLine warns={backDaysAgo < 90}>
          {backDaysAgo === 0
            ? translate('instruments.hint.backToday')
            : translate('instruments.hint.back', { smart_count: backDaysAgo })}
        </HintLine>
      )}
      {costs.map((text) => (
        <HintLine key={text}>{text}</HintLine>
      ))}
      {before && hint.instrumentId !== null && (
        <Box component="li">
          <Link
            component={RouterLink}
            to={path(`instrument/${hint.instrumentId}`)}
            aria-label={translate('instruments.hint.storyOf', { serial: serialNumber })}
            // At least 24 px high (WCAG 2.5.8).
            sx={{ display: 'inline-block', paddingBlock: '3px' }}
          >
            {translate('instruments.hint.story')}
          </Link>
        </Box>
      )}
    </HintList>
  );
}

interface HintListProps {
  label?: string;
  children: ReactNode;
}

/** List of hints; not printed. */
export function HintList({ label, children }: HintListProps) {
  return (
    <Box
      component="ul"
      aria-label={label}
      sx={(theme) => ({
        ...theme.typography.body2,
        display: 'flex',
        flexWrap: 'wrap',
        columnGap: 2,
        margin: 0,
        marginTop: 0.5,
        padding: 0,
        listStyle: 'none',
        displayPrint: 'none',
      })}
    >
      {children}
    </Box>
  );
}

/** Hint with an info or warning icon. */
export function HintLine({ warns = false, children }: { warns?: boolean; children: ReactNode }) {
  const Icon = warns ? WarningIcon : InfoIcon;
  return (
    <Box
      component="li"
      sx={(theme) => ({
        display: 'flex',
        gap: 0.5,
        alignItems: 'flex-start',
        color: warns ? theme.status.waiting.text : theme.vars.palette.text.secondary,
      })}
    >
      <Icon aria-hidden sx={{ fontSize: 16, marginTop: '2px', flex: 'none' }} />
      <span>{children}</span>
    </Box>
  );
}
