import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useTranslate } from 'ra-core';

interface PackageToggleProps {
  value: string;
  label: string;
  /** Number of packages. */
  count: number;
  /** Callback with the number; "" if the selected package was pressed again. */
  onChange: (number: string) => void;
}

/** Buttons to choose a package. */
export function PackageToggle({ value, label, count, onChange }: PackageToggleProps) {
  const translate = useTranslate();
  return (
    <ToggleButtonGroup
      exclusive
      value={value}
      aria-label={label}
      onChange={(_, number: string | null) => onChange(number ?? '')}
      sx={{ flex: { xs: '1 1 100%', sm: '0 0 auto' }, minWidth: 0 }}
    >
      {Array.from({ length: count }, (_, index) => String(index + 1)).map((number) => (
        <ToggleButton
          key={number}
          value={number}
          sx={(theme) => ({
            ...theme.typography.subtitle1,
            flex: 1,
            minWidth: 0,
            minHeight: 44,
            paddingInline: { xs: 0.5, sm: 1.5 },
            whiteSpace: { sm: 'nowrap' },
          })}
        >
          {translate('shipping.package', { number })}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
