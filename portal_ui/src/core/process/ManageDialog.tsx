import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import type { RequestUpdate } from '../../api/requests';
import { useServices } from '../../api/useServices';
import { PortalFormDialog } from '../forms/FormDialog';
import { AutocompleteInput, SelectInput } from '../forms/inputs/choiceInputs';
import { ErrorState } from '../ui/EmptyState';
import { ConfirmMutationDialog } from './ConfirmMutationDialog';
import { useProcess } from './processContext';
import { buildTransition } from './requestUpdates';
import { useDeleteRequest, useTransitionMessage } from './transitions';
import { type SaveOptions, useDialogSave } from './useProcessUpdater';

interface DialogProps {
  onClose: () => void;
}

interface ChoiceDialogProps extends DialogProps {
  /** Subkey of `process` with the translations title, text, label and confirm. */
  messagePrefix: 'setStatus' | 'changeService';
  /** Current value, as an argument of the text. */
  currentValue: Record<string, string>;
  choices: readonly { key: string; name: string }[];
  Input: typeof SelectInput | typeof AutocompleteInput;
  isPending?: boolean;
  /** Error of loading the choices. */
  failed?: { error: unknown; onRetry: () => void } | undefined;
  write: (chosen: string) => RequestUpdate;
  options: SaveOptions;
}

/** Dialog to choose one value for the whole request. */
function ChoiceDialog(props: ChoiceDialogProps) {
  const { messagePrefix, currentValue, choices, Input, isPending = false, failed, write, options, onClose } = props;
  const { save, ...sending } = useDialogSave();
  const translate = useTranslate();
  return (
    <PortalFormDialog
      title={translate(`process.${messagePrefix}.title`)}
      submitLabel={translate(`process.${messagePrefix}.confirm`)}
      maxWidth="xs"
      form={{
        values: { chosen: '' },
        mode: 'onSubmit',
        // A single choice is quickly made again: no question before leaving.
        confirmsLeaving: false,
        onSave: ({ chosen }) => save(write(chosen), options),
      }}
      disabled={({ chosen }) => !chosen}
      {...sending}
      onClose={onClose}
    >
      <Typography sx={{ color: 'text.secondary' }}>
        {translate(`process.${messagePrefix}.text`, currentValue)}
      </Typography>
      {failed ? (
        <ErrorState {...failed} />
      ) : (
        <Input
          source="chosen"
          label={`process.${messagePrefix}.label`}
          choices={[...choices]}
          isPending={isPending}
          isRequired
        />
      )}
    </PortalFormDialog>
  );
}

/** Key of an action of the Manage menu. */
export type ManageKey = 'set_status' | 'change_service' | 'delete';

/** Dialog of an action of the Manage menu. */
export default function ManageDialog({ dialogKey, onClose }: DialogProps & { dialogKey: ManageKey }) {
  const dialogs = { set_status: SetStatusDialog, change_service: ChangeServiceDialog, delete: DeleteDialog };
  const Dialog = dialogs[dialogKey];
  return <Dialog onClose={onClose} />;
}

/** Dialog to set the status directly; the server lists the statuses. */
function SetStatusDialog({ onClose }: DialogProps) {
  const { record, openWorkingTab } = useProcess();
  const getMessage = useTransitionMessage();
  const onSaved = () => {
    onClose();
    openWorkingTab();
  };
  return (
    <ChoiceDialog
      messagePrefix="setStatus"
      currentValue={{ status: record.status.value }}
      choices={(record.process.statuses ?? []).map(({ key, value }) => ({ key, name: value }))}
      Input={SelectInput}
      write={(status) => buildTransition(record, status)}
      options={{ successMessage: getMessage(true), onSaved }}
      onClose={onClose}
    />
  );
}

/** Dialog to give the request to another service. The old service loses access immediately, so the text warns of it. */
function ChangeServiceDialog({ onClose }: DialogProps) {
  const { record } = useProcess();
  const services = useServices();
  const otherServices = (services.data ?? []).filter(({ name }) => name !== record.serviceName);
  return (
    <ChoiceDialog
      messagePrefix="changeService"
      currentValue={{ service: record.serviceName ?? '' }}
      choices={otherServices.map(({ id, name }) => ({ key: String(id), name }))}
      Input={AutocompleteInput}
      isPending={services.isPending}
      failed={services.isError ? { error: services.error, onRetry: () => void services.refetch() } : undefined}
      write={(service) => ({ action: 'changeService', data: { serviceId: Number(service) } })}
      options={{ successMessage: 'process.changeService.done', onSaved: onClose }}
      onClose={onClose}
    />
  );
}

/** Dialog to confirm the deletion of the request. */
function DeleteDialog({ onClose }: DialogProps) {
  const { record } = useProcess();
  const { write, options } = useDeleteRequest();
  const translate = useTranslate();
  return (
    <ConfirmMutationDialog
      title={translate('process.delete.title', { number: record.number })}
      text="process.delete.text"
      confirmLabel="process.delete.confirm"
      write={write}
      options={options}
      onClose={onClose}
    />
  );
}
