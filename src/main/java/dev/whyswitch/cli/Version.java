package dev.whyswitch.cli;

import picocli.CommandLine.IVersionProvider;

/** Version from the jar's manifest. */
final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
        String version = Version.class.getPackage().getImplementationVersion();
        return new String[] {"whyswitch " + (version == null ? "(not from a jar)" : version)};
    }
}
