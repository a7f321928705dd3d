import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import FormHelperText from '@mui/material/FormHelperText';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { type DragEvent, memo } from 'react';
import { useFormState, useWatch } from 'react-hook-form';
import type { ChosenPart } from '../../kernel/catalogue/catalogue';
import { useMeta } from '../../server/meta';
import { QueuedAttachmentsButton } from '../../shared/files/AttachmentsButton';
import { Thumb } from '../../shared/files/Thumb';
import { cellId, useFormTools } from './formContext';
import { CellLabel, PartName, Place, RowPiece } from './rowLayout';
import { TextCell } from './TextCell';

type UnitRowProps = { unitId: string; number: number; part: ChosenPart; categoryName: string; last: boolean };

/** One unit: a row of cells, on a narrow screen a card. Files may be dropped on it. */
export const UnitRow = memo(function UnitRow({ unitId, number, part, categoryName, last }: UnitRowProps) {
  const translate = useTranslate();
  const { form, uploads, actions, askRemoveUnit } = useFormTools();
  const { limits } = useMeta();
  const { errors } = useFormState({ control: form.control, name: `units.${unitId}` });
  const files = useWatch({ control: form.control, name: `units.${unitId}.attachments` }) ?? [];
  const errorsHere = errors.units?.[unitId];
  const unit = translate('newRepair.unitOf', { number, part: part.name });

  const over = (on: boolean) => (event: DragEvent<HTMLElement>) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    if (on) event.currentTarget.dataset.over = '';
    else if (!event.currentTarget.contains(event.relatedTarget as Node | null)) delete event.currentTarget.dataset.over;
  };
  const drop = (event: DragEvent<HTMLElement>) => {
    event.preventDefault();
    delete event.currentTarget.dataset.over;
    uploads.queueOf(unitId).addFrom(event.dataTransfer, limits.attachmentCount - files.length);
  };

  return (
    <RowPiece
      last={last}
      role="group"
      aria-label={unit}
      onDragOver={over(true)}
      onDragLeave={over(false)}
      onDrop={drop}
    >
      <Place sx={{ gridArea: 'number', color: 'text.tertiary' }} className="tabular">
        {number}
      </Place>
      <Place sx={{ gridArea: 'part' }}>
        <Thumb imageUrl={part.imageUrl} name={part.name} size={32} />
        <PartName>
          <Typography variant="subtitle2" component="div" noWrap title={`${part.maker} ${part.name}`}>
            {part.name}
          </Typography>
          <Typography variant="caption" component="div" noWrap sx={{ color: 'text.tertiary' }}>
            {categoryName}
          </Typography>
        </PartName>
      </Place>
      <Place sx={{ gridArea: 'serial', display: 'block' }}>
        <TextCell
          {...{ unitId, unit }}
          cell="serialNumber"
          label={translate('newRepair.serialNumber')}
          placeholder={translate('newRepair.serialHelp')}
          error={errorsHere?.serialNumber?.message}
        />
      </Place>
      <Place sx={{ gridArea: 'tag', display: 'block' }}>
        <TextCell
          {...{ unitId, unit }}
          cell="serviceTag"
          label={translate('newRepair.serviceTag')}
          error={errorsHere?.serviceTag?.message}
        />
      </Place>
      <Place sx={{ gridArea: 'problem', display: 'block' }}>
        <TextCell
          {...{ unitId, unit }}
          cell="problemDescription"
          label={translate('newRepair.problem')}
          error={errorsHere?.problemDescription?.message}
        />
      </Place>
      <Place sx={{ gridArea: 'files', display: 'block' }} id={cellId(unitId, 'attachments')}>
        <CellLabel as="div">{translate('newRepair.attachments')}</CellLabel>
        <QueuedAttachmentsButton
          files={files}
          of={unit}
          queue={uploads.queueOf(unitId)}
          onRemove={(fileId) => actions.removeFile(unitId, fileId)}
          error={errorsHere?.attachments?.message}
        />
        {errorsHere?.attachments && <FormHelperText error>{errorsHere.attachments.message}</FormHelperText>}
      </Place>
      <Place sx={{ gridArea: 'remove' }}>
        <IconButton
          onClick={() => askRemoveUnit(unitId)}
          aria-label={translate('newRepair.removeUnit.label', { unit })}
        >
          <DeleteIcon />
        </IconButton>
      </Place>
    </RowPiece>
  );
});
