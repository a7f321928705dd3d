import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { useEffect, useState } from 'react';
import { TextInput } from 'react-admin';
import { useFormContext, useFormState, useWatch } from 'react-hook-form';
import { useMeta } from '../../../api/meta';
import type { UploadedFile } from '../../../api/types';
import { FilesField } from '../../../core/files/FilesField';
import { hasUploads, NO_UPLOADS, type UploadTotals } from '../../../core/files/uploadTotals';
import { buildDraftKey } from '../../../core/forms/drafts';
import { PortalFormDialog } from '../../../core/forms/FormDialog';
import type { PortalFormState } from '../../../core/forms/usePortalForm';
import { required, type ValidationErrors, validate, validateText } from '../../../core/forms/validators';
import { validateQuantity } from '../../parts/quantity';
import type { NewItem } from './items';

interface Proposal {
  name: string;
  quantity: string;
  pictures: UploadedFile[];
}

const empty: Proposal = { name: '', quantity: '1', pictures: [] };

interface ProposePartDialogProps {
  /** Additional validation of the quantity for a proposed name. */
  validateTotal: (quantity: number, name: string) => string | undefined;
  onAdd: (item: NewItem) => void;
  onClose: () => void;
}

/** Dialog to propose a part that is not in the catalog: name, quantity, images. */
export function ProposePartDialog({ validateTotal, onAdd, onClose }: ProposePartDialogProps) {
  const { limits } = useMeta();
  const translate = useTranslate();
  const [uploads, setUploads] = useState(NO_UPLOADS);
  const uploading = hasUploads(uploads);
  const validateProposal = (values: Proposal): ValidationErrors => {
    const quantity =
      validateQuantity(values.quantity, limits.quantity) ?? validateTotal(Number(values.quantity), values.name);
    return { ...validate(values, { name: [required, validateText] }), ...(quantity === undefined ? {} : { quantity }) };
  };
  const add = ({ name, quantity, pictures }: Proposal, { end }: PortalFormState<Proposal>) => {
    onAdd({ part: null, name: name.trim(), quantity: Number(quantity), images: pictures });
    end();
    onClose();
  };
  return (
    <PortalFormDialog
      title={translate('newPartRequest.propose.title')}
      submitLabel={translate('newPartRequest.propose.add')}
      form={{
        values: empty,
        validate: validateProposal,
        mode: 'onChange',
        draft: { key: buildDraftKey('parts', 0, 'proposal') },
        onSave: add,
      }}
      dirty={uploading}
      disabled={({ pictures }, { isValid }) => !isValid || pictures.length === 0 || uploading}
      onClose={onClose}
      start={<Missing uploads={uploads} />}
    >
      <Box
        sx={{
          display: 'grid',
          gap: 1.5,
          alignItems: 'start',
          gridTemplateColumns: { xs: '1fr', sm: 'minmax(0, 1fr) 120px' },
        }}
      >
        <TextInput
          source="name"
          label="newPartRequest.propose.name"
          helperText="newPartRequest.propose.nameHelp"
          isRequired
          autoFocus
          autoComplete="off"
        />
        <TextInput
          source="quantity"
          label="newPartRequest.propose.quantity"
          isRequired
          autoComplete="off"
          slotProps={{ htmlInput: { inputMode: 'numeric' } }}
        />
      </Box>
      <Pictures onUploads={setUploads} />
    </PortalFormDialog>
  );
}

/** Reason why the part cannot be added yet, shown next to the buttons. */
function Missing({ uploads: { sending, failed } }: { uploads: UploadTotals }) {
  const translate = useTranslate();
  const { errors, isDirty, submitCount } = useFormState<Proposal>();
  const [name, pictures] = useWatch<Proposal, ['name', 'pictures']>({ name: ['name', 'pictures'] });
  const missing = [
    ...(name.trim() && !errors.name ? [] : [translate('newPartRequest.propose.name')]),
    ...(errors.quantity ? [translate('newPartRequest.propose.quantity')] : []),
    ...(pictures.length + sending + failed > 0 ? [] : [translate('newPartRequest.propose.pictures')]),
  ];
  const isUntouched = !isDirty && submitCount + sending + failed === 0;
  const upload = failed > 0 ? 'failed' : 'sending';
  if (missing.length + sending + failed === 0) return null;
  return (
    <Typography variant="body2" role="status" sx={{ color: 'text.tertiary' }}>
      {isUntouched && translate('form.required')}
      {!isUntouched && missing.length > 0 && translate('form.missing', { fields: missing.join(', ') })}
      {missing.length === 0 && translate(`creation.reason.${upload}`, { smart_count: failed || sending })}
    </Typography>
  );
}

function Pictures({ onUploads }: { onUploads: (uploads: UploadTotals) => void }) {
  const translate = useTranslate();
  const { setValue, trigger } = useFormContext<Proposal>();
  const [name, pictures] = useWatch<Proposal, ['name', 'pictures']>({ name: ['name', 'pictures'] });
  // The maximum quantity depends on the name, as it includes items of the same name.
  useEffect(() => {
    if (name) void trigger('quantity');
  }, [trigger, name]);
  return (
    <FilesField
      pictures
      value={pictures}
      onChange={(chosen) => setValue('pictures', chosen, { shouldDirty: true })}
      onUploads={onUploads}
      label={translate('newPartRequest.propose.pictures')}
      isRequired
    />
  );
}
