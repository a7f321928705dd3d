import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useTranslate, ValidationError } from 'ra-core';
import { memo, useEffect, useState } from 'react';
import { get, useFormContext, useFormState } from 'react-hook-form';
import { getChoiceName, useMeta } from '../../../api/meta';
import type { RepairPart } from '../../../api/repairs';
import { useCellError } from '../../../core/tables/CellField';
import { LabeledCell } from '../../../core/tables/LabeledCell';
import { UnitDialogRow } from './DialogRows';
import { PackageToggle } from './PackageToggle';
import { filterSameModel, usePackingChanges } from './packingChanges';
import { usePackingDetails } from './packingDetails';
import type { ActionResult } from './ResultLine';
import type { PackingForm, PackingRow } from './repairPacking';
import { UnitInput, UnitPrice, UnitSelect } from './unitColumns';
import { buildRowKey } from './unitRows';
import { useUnitName } from './useUnitName';

const getColumnKey = (key: string): string => `repair.column.${key}`;

interface PackingUnitProps {
  part: RepairPart;
  parts: readonly RepairPart[];
  packageCount: number;
  isExpandedFirst: boolean;
  turn: number;
  /** Field to focus when the row becomes the current one. */
  field: keyof PackingRow | undefined;
  onResult: (result: ActionResult) => void;
}

/** Compact row of a unit; its customs and courier details open below. */
export const PackingUnit = memo(function PackingUnit(props: PackingUnitProps) {
  const { part, parts, packageCount, isExpandedFirst, turn, field, onResult } = props;
  const translate = useTranslate();
  const { control, setFocus, setValue } = useFormContext<PackingForm>();
  const name = useUnitName()(part);
  const key = buildRowKey(part.id);
  // The package is in the buttons.
  const { row, details } = usePackingDetails(part, 0);
  const { errors } = useFormState({ control, name: `rows.${key}` });
  const isInvalid = get(errors, `rows.${key}`) !== undefined;
  const [isExpanded, setExpanded] = useState(isExpandedFirst);
  // Stays expanded after the correction, as its last character would otherwise remove the field.
  if (isInvalid && !isExpanded) setExpanded(true);
  useEffect(() => {
    if (turn > 0 && field && field !== 'package') setFocus(`rows.${key}.${field}`);
  }, [turn, field, key, setFocus]);
  const packageError = useCellError(`rows.${key}.package`);
  return (
    <UnitDialogRow
      part={part}
      turn={turn}
      controls={
        <>
          <IconButton
            aria-label={translate('repair.packing.detailsOf', { name })}
            aria-expanded={isExpanded}
            onClick={() => setExpanded(!isExpanded)}
            sx={{ order: { sm: 1 }, width: 44, height: 44, marginInlineEnd: -1 }}
          >
            <ExpandMoreIcon sx={{ transform: isExpanded ? 'rotate(180deg)' : undefined }} />
          </IconButton>
          {packageCount > 1 && (
            <PackageToggle
              value={row.package}
              label={translate('repair.diagnostics.cell', { column: translate(getColumnKey('package')), name })}
              count={packageCount}
              onChange={(number) =>
                setValue(`rows.${key}.package`, number, { shouldDirty: true, shouldValidate: true })
              }
            />
          )}
        </>
      }
    >
      {packageError && (
        <FormHelperText error>
          <ValidationError error={packageError} />
        </FormHelperText>
      )}
      {!isExpanded && details.length > 0 && (
        <Typography variant="body2" className="tabular" sx={{ color: 'text.secondary', paddingInlineStart: 6.5 }}>
          {details.join(' · ')}
        </Typography>
      )}
      {isExpanded && <Details {...{ part, name, onResult }} others={filterSameModel(parts, part)} />}
    </UnitDialogRow>
  );
});

interface DetailsProps extends Pick<PackingUnitProps, 'part' | 'onResult'> {
  name: string;
  /** Other units of the model. */
  others: readonly RepairPart[];
}

/** Customs and courier details of a unit; values of the catalog are placeholders. */
function Details({ part, name, others, onResult }: DetailsProps) {
  const translate = useTranslate();
  const { choices } = useMeta();
  const { copy } = usePackingChanges();
  const buildCell = (field: keyof PackingRow) => ({ part, name, field, column: getColumnKey(field) });
  const { catalogueHsCode, catalogueOrigin } = part.packing;
  const formatCatalogValue = (value: string) => value && translate('repair.packing.catalog', { value });
  return (
    <Box sx={{ paddingBlock: 1.5 }}>
      <Box
        sx={{
          display: 'grid',
          gap: 1.5,
          alignItems: 'start',
          gridTemplateColumns: { xs: '1fr 1fr', sm: 'repeat(3, 1fr)' },
          // Its label wraps in half of a phone.
          '& > :first-of-type': { gridColumn: { xs: 'span 2', sm: 'auto' } },
        }}
      >
        <LabeledCell label={translate(getColumnKey('customsValue'))}>
          <UnitPrice {...buildCell('customsValue')} />
        </LabeledCell>
        <LabeledCell label={translate(getColumnKey('hsCode'))}>
          <UnitInput {...buildCell('hsCode')} otherwise={formatCatalogValue(catalogueHsCode)} />
        </LabeledCell>
        <LabeledCell label={translate(getColumnKey('origin'))}>
          <UnitSelect
            {...buildCell('origin')}
            choices={choices.countries}
            empty="shared.notSpecified"
            otherwise={formatCatalogValue(getChoiceName(choices.countries, catalogueOrigin))}
          />
        </LabeledCell>
        <LabeledCell label={translate(getColumnKey('battery'))}>
          <UnitSelect {...buildCell('battery')} choices={choices.battery} empty="shared.notSpecified" />
        </LabeledCell>
        <LabeledCell label={translate(getColumnKey('checkSource'))}>
          <UnitSelect {...buildCell('checkSource')} choices={choices.checkSource} empty="shared.notSpecified" />
        </LabeledCell>
      </Box>
      {others.length > 0 && (
        <Button
          variant="text"
          color="primary"
          onClick={() => onResult(copy(part, others))}
          sx={{ marginTop: 1, marginInlineStart: -1.5, minHeight: 44 }}
        >
          {translate('repair.packing.copy', { smart_count: others.length })}
        </Button>
      )}
    </Box>
  );
}
