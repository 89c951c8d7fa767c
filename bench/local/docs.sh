#!/bin/sh
# Unpacks the Debian documentation packages that the questions are about into a folder; nothing is installed.
# Usage: bench/local/docs.sh FOLDER
set -eu
mkdir -p "$1"
cd "$1"
packages=$(mktemp -d)
(
  cd "$packages"
  apt-get download apache2-doc autoconf-doc bash-doc bind9-doc borgbackup-doc buildbot-doc debian-handbook \
    debian-reference-en developers-reference erlang-doc exim4-doc-html ffmpeg-doc haproxy-doc icinga2-doc \
    libboost1.74-doc libcurl4-doc libglib2.0-doc postfix-doc python-celery-doc python-django-doc \
    python-requests-doc python-scrapy-doc python-sqlalchemy-doc python-tornado-doc rsyslog-doc varnish-doc zsh-doc
)
for package in "$packages"/*.deb; do
  name=$(basename "$package")
  dpkg -x "$package" "${name%%_*}"
done
rm -r "$packages"
